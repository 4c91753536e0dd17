import type { PluginSettings } from '#contract/plugin/plugin-settings.ts';
import { pluginTexts, type TextKey, type Texts } from '#contract/plugin/texts/texts.ts';

export interface Words {
  /** ISO 639-1. */
  readonly language: string;
  /** A number among the parameters is written as the language writes it; `n` chooses the plural. */
  say(key: TextKey, parameters?: Readonly<Record<string, string | number>>): string;
  number(value: number): string;
  /** Whole amounts have no decimals. A currency that nobody knows stands behind the number as it is written. */
  money(value: number, currency: string | undefined): string;
}

type KnownLanguage = keyof typeof pluginTexts;
const isKnown = (language: string): language is KnownLanguage => Object.hasOwn(pluginTexts, language);

/** The first of these languages that the plugin or the shop has texts in; English where it has none. */
export function languageOf(wanted: readonly (string | null | undefined)[]): KnownLanguage {
  const codes = wanted.map((tag) => tag?.toLowerCase().split('-')[0] ?? '');
  return codes.find(isKnown) ?? 'en';
}

export function wordsIn(language: KnownLanguage, own: PluginSettings['texts']): Words {
  const texts: Texts = pluginTexts[language];
  const plurals = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  const number = (value: number): string => numbers.format(value);
  const template = (key: TextKey, n: number): string => {
    const ours = texts[key];
    const written = (own[language] as Partial<Record<TextKey, string>> | undefined)?.[key];
    if (written) return written;
    return typeof ours === 'string' ? ours : (ours[plurals.select(n)] ?? ours.other);
  };
  return {
    language,
    number,
    say: (key, parameters = {}) =>
      template(key, Number(parameters['n'] ?? 0)).replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
        const value = parameters[name] ?? whole;
        return typeof value === 'number' ? number(value) : value;
      }),
    money(value, currency) {
      const digits = Number.isInteger(value) ? 0 : 2;
      const style = { minimumFractionDigits: digits, maximumFractionDigits: digits };
      try {
        return new Intl.NumberFormat(language, { style: 'currency', currency: currency ?? '', ...style }).format(value);
      } catch {
        return [new Intl.NumberFormat(language, style).format(value), currency].filter(Boolean).join(' ');
      }
    },
  };
}
