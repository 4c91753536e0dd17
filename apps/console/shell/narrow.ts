import { useMediaQuery } from '@mantine/hooks';

/** As in the styles of the shell: below it the menu is a drawer. */
const narrow = '(max-width: 47.99em)';

/** Whether the window is a phone's, where what has no place isn't drawn at all. */
export const useNarrow = (): boolean => useMediaQuery(narrow, undefined, { getInitialValueInEffect: false });
