import { readableOn, textOn } from '#contract/colours.ts';
import type { PluginSettings } from '#contract/plugin-settings.ts';
import { standsOnDark } from './ground.ts';

const light = { surface: '#ffffff', soft: '#f4f5f7', line: '#e3e6ea', ink: '#1b1e23', grey: '#5d646e' };
const dark = { surface: '#1d1f23', soft: '#292c31', line: '#3a3e45', ink: '#f2f3f5', grey: '#a9b0ba' };

/** The look of a shop as variables of CSS, which all parts of the plugin are drawn with. */
export function themeCss({ accent, corners, theme }: PluginSettings): string {
  const isDark = theme === 'shop' ? standsOnDark(document.body) : theme === 'dark';
  const tones = isDark ? dark : light;
  const font = getComputedStyle(document.body).fontFamily;
  const variables = {
    ...tones,
    accent,
    'on-accent': textOn(accent),
    'accent-ink': readableOn(tones.soft, accent),
    corners: `${corners}px`,
    font: font || 'system-ui, sans-serif',
    scheme: isDark ? 'dark' : 'light',
  };
  const written = Object.entries(variables).map(([name, value]) => `--aisle-${name}:${value}`);
  return `:host{${written.join(';')}}`;
}
