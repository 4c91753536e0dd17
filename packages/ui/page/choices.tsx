export { Autocomplete, Select } from '@mantine/core';
