import type { PluginSettings } from '#contract/plugin/plugin-settings.ts';
import { msg } from '#ui/text/i18n.ts';

export const themeNames: Readonly<Record<PluginSettings['theme'], string>> = {
  shop: msg('As the shop'),
  light: msg('Light'),
  dark: msg('Dark'),
};
