import { useMediaQuery } from '@mantine/hooks';

/** As in shell.module.css: below it the menu is a drawer. */
const narrow = '(max-width: 47.99em)';

export const useNarrow = (): boolean => useMediaQuery(narrow, undefined, { getInitialValueInEffect: false });
