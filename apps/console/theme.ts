import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

const accent: MantineColorsTuple = [
  '#eef2fe',
  '#dce4fb',
  '#b8c8f5',
  '#93abf0',
  '#7391ea',
  '#5a7be4',
  '#4568da',
  '#3858c9',
  '#2f4bb3',
  '#263e96',
];

const dark: MantineColorsTuple = [
  '#d3d6dc',
  '#b4b9c2',
  '#9aa0ab',
  '#666d79',
  '#3b414c',
  '#2c313a',
  '#22262e',
  '#191c22',
  '#13161b',
  '#0e1014',
];

const shade = { light: 8, dark: 8 } as const;
const systemFonts =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Ubuntu, "Helvetica Neue", Arial, var(--aisle-han, sans-serif)';

const raised = { background: 'var(--aisle-raised)' };
const dialog = {
  title: { fontWeight: 600, fontSize: 16, lineHeight: 1.35, overflowWrap: 'anywhere' as const },
  content: raised,
  header: raised,
};
/** Their head is a `<header>`, which screen readers would announce as a landmark. */
const plainHead = { header: { role: 'presentation' } };
const quietAlert = (_: unknown, { color }: { readonly color?: string }) =>
  color === 'red'
    ? { root: { background: 'var(--aisle-error-soft)' }, title: { color: 'var(--aisle-error)' }, message: { color: 'inherit' } }
    : { root: { background: 'var(--aisle-hover)' }, message: { color: 'inherit' } };
const overlay = { backgroundOpacity: 0.4 };
/** Avoids a scroll frame that would be an extra tab stop. */
const choices = { defaultProps: { withScrollArea: false }, styles: { options: { maxHeight: 240, overflowY: 'auto' as const } } };

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: shade,
  autoContrast: true,
  colors: { accent, dark },
  fontFamily: systemFonts,
  headings: {
    fontFamily: systemFonts,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '24px', lineHeight: '32px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px' },
    },
  },
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  defaultRadius: 8,
  breakpoints: { xs: '34em', sm: '36em', md: '48em', lg: '62em', xl: '75em' },
  respectReducedMotion: true,
  components: {
    Autocomplete: choices,
    MultiSelect: choices,
    Select: choices,
    TagsInput: choices,
    Alert: { styles: quietAlert },
    Anchor: { defaultProps: { underline: 'always' } },
    Drawer: {
      defaultProps: { transitionProps: { duration: 150 }, attributes: plainHead, overlayProps: overlay },
      styles: dialog,
    },
    Modal: {
      defaultProps: { transitionProps: { duration: 120 }, centered: true, attributes: plainHead, overlayProps: overlay },
      styles: dialog,
    },
    Menu: {
      defaultProps: { shadow: 'md', transitionProps: { duration: 80 }, withInitialFocusPlaceholder: false, withinPortal: false },
    },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true, withinPortal: false } },
  },
});

/** All texts reach AA contrast. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--aisle-page': '#ffffff',
    '--aisle-aside': '#f7f8fa',
    '--aisle-raised': '#ffffff',
    '--aisle-line': '#e4e7ec',
    '--aisle-hover': '#f2f4f7',
    '--aisle-chart-main': '#4568da',
    '--aisle-chart-compare': '#7d8694',
    '--aisle-live': '#15803d',
    '--aisle-waiting': '#a15c07',
    '--aisle-error': '#c02626',
    '--aisle-live-soft': '#eaf6ee',
    '--aisle-waiting-soft': '#fdf3e1',
    '--aisle-error-soft': '#fdeeee',
    '--mantine-color-text': '#1c2027',
    '--mantine-color-dimmed': '#5f6774',
    '--mantine-color-error': '#c02626',
    '--mantine-color-placeholder': '#6d7583',
  },
  dark: {
    '--aisle-page': '#13161b',
    '--aisle-aside': '#0e1014',
    '--aisle-raised': '#191c22',
    '--aisle-line': '#2a2f38',
    '--aisle-hover': '#1f232a',
    '--aisle-chart-main': '#7391ea',
    '--aisle-chart-compare': '#868e9b',
    '--aisle-live': '#4ac47a',
    '--aisle-waiting': '#e2a63f',
    '--aisle-error': '#f58080',
    '--aisle-live-soft': '#14291d',
    '--aisle-waiting-soft': '#2d2413',
    '--aisle-error-soft': '#331b1d',
    '--mantine-color-body': '#13161b',
    '--mantine-color-text': '#d3d6dc',
    '--mantine-color-dimmed': '#98a0ac',
    '--mantine-color-error': '#f58080',
    '--mantine-color-anchor': '#93abf0',
    '--mantine-color-placeholder': '#868e9b',
  },
});
