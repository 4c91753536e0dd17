import { type PluginSettings } from '#contract/plugin/plugin-settings.ts';
import { type Translate, t } from '#ui/text/i18n.ts';
import { themeNames } from './parts/theme-names.tsx';

type Setting = keyof PluginSettings;

const namesIn = (t: Translate): Readonly<Record<Setting, string>> => ({
  field_selector: t('Search field'),
  results: t('Results'),
  page_path: t('Page of the shop'),
  page_selector: t('Place on the page'),
  hide_selector: t('Hidden on the page'),
  accent: t('Accent colour'),
  corners: t('Corners'),
  theme: t('Theme'),
  shows_price: t('Price'),
  shows_stock: t('Stock'),
  shows_old_price: t('Old price'),
  shows_brand: t('Brand'),
  sends_clicks: t('Clicks'),
  sends_purchases: t('Cart and purchases'),
  texts: t('Texts'),
});

export function useSettingWords() {
  const names = namesIn(t);
  const value = (settings: PluginSettings, name: Setting): string => {
    const own = settings[name];
    if (name === 'results') return own === 'over' ? t('Over the page') : t('On a page of the shop');
    if (name === 'theme') return t(themeNames[settings.theme]);
    if (typeof own === 'boolean') return own ? t('On') : t('Off');
    if (typeof own === 'object')
      return Object.values(settings.texts)
        .flatMap((texts) => Object.values(texts))
        .join(', ');
    return String(own) === '' ? t('empty') : String(own);
  };
  return { names, value };
}
