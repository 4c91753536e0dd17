import { byteSize } from '#contract/texts/byte-size.ts';
import type { TextLanguage } from '#contract/texts/languages.ts';

type Values = Readonly<Record<string, string | number>>;
/** Keyed by the English sentence; `{name}` is a value, `count` selects the plural form. */
export type Translate = (sentence: string, values?: Values) => string;
type Sentences = Readonly<Record<string, string>>;
export type Translations = (language: TextLanguage) => Translate;

/** Values whose names end in `Bytes` are formatted as sizes. */
export function translations(sentences: Readonly<Record<TextLanguage, Sentences>>): Translations {
  return (language) => {
    const known = sentences[language];
    const plurals = new Intl.PluralRules(language);
    const numbers = new Intl.NumberFormat(language);
    const written = (name: string, value: string | number): string => {
      if (typeof value === 'string') return value;
      return name.endsWith('Bytes') ? byteSize(language, value) : numbers.format(value);
    };
    return (sentence, values = {}) => {
      const { count } = values;
      const form = typeof count === 'number' ? known[`${sentence}_${plurals.select(count)}`] : undefined;
      return (form ?? known[sentence] ?? sentence).replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
        const value = values[name];
        return value === undefined ? placeholder : written(name, value);
      });
    };
  };
}
