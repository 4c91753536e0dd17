import { byteSize } from '#contract/texts/byte-size.ts';
import { type ConsoleLanguage, languageTag } from '#contract/texts/languages.ts';

type Values = Readonly<Record<string, string | number>>;
/** Keyed by the English sentence; `{name}` is a value, `count` selects the plural form. */
export type Translate = (sentence: string, values?: Values) => string;
type Sentences = Readonly<Record<string, string>>;
export type Translations = (language: ConsoleLanguage) => Translate;

/** Values whose names end in `Bytes` are formatted as sizes. A language is read when it is first needed. */
export function translations(read: (language: ConsoleLanguage) => Sentences): Translations {
  const translators = new Map<ConsoleLanguage, Translate>();
  return (language) => {
    const translator = translators.get(language) ?? translatorOf(languageTag(language), read(language));
    translators.set(language, translator);
    return translator;
  };
}

function translatorOf(tag: string, known: Sentences): Translate {
  const plurals = new Intl.PluralRules(tag);
  const numbers = new Intl.NumberFormat(tag);
  const written = (name: string, value: string | number): string => {
    if (typeof value === 'string') return value;
    return name.endsWith('Bytes') ? byteSize(tag, value) : numbers.format(value);
  };
  return (sentence, values = {}) => {
    const { count } = values;
    const form = typeof count === 'number' ? known[`${sentence}_${plurals.select(count)}`] : undefined;
    return (form ?? known[sentence] ?? sentence).replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
      const value = values[name];
      return value === undefined ? placeholder : written(name, value);
    });
  };
}
