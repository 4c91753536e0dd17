import { chooseLanguage, languageTag, type Language } from './language.ts';
import { once } from './once.ts';
import { createStore, useStore } from './store.ts';
import { readStored, writeStored } from './stored.ts';

/** Sentences of one language by their English sentence. */
type Sentences = Readonly<Record<string, string>>;
/** Reads the sentences of a language; English needs those with plurals only. */
export type LoadSentences = (language: Language) => Promise<Sentences>;
export type TextValues = Readonly<Record<string, string | number>>;

/** The key is the English sentence. `{name}` takes a value; with `count`, the sentence has plural forms. */
export type Translate = (sentence: string, values?: TextValues) => string;

const shownLanguage = createStore<Language>('en');
const loaded = new Map<Language, Sentences>();
const translators = new Map<Language, Translate>();
let loadSentences: LoadSentences = async () => ({});

/** Starts translation in the stored language, or the browser's. Await it before the first render. */
export async function startI18n(load: LoadSentences): Promise<void> {
  loadSentences = load;
  loaded.clear();
  translators.clear();
  const language = chooseLanguage(readStored('language'), navigator.language);
  await Promise.all([...new Set<Language>(['en', language])].map(addSentences));
  show(language);
}

/** Changes the language of the whole console and remembers the choice. */
export async function changeLanguage(language: Language): Promise<void> {
  writeStored('language', language);
  await addSentences(language);
  show(language);
}

function show(language: Language): void {
  document.documentElement.lang = languageTag(language);
  shownLanguage.set(language);
}

/** Where sentences can't be loaded, the English ones are shown. */
async function addSentences(language: Language): Promise<void> {
  if (loaded.has(language)) return;
  const sentences = await loadSentences(language).catch(() => null);
  if (sentences) loaded.set(language, sentences);
}

export const currentLanguage = (): Language => shownLanguage.get();
export const useLanguage = (): Language => useStore(shownLanguage);

/** `const t = useText()`, then `t('Add synonym')`. Another language gives another function, so memos notice. */
export function useText(): Translate {
  return translatorOf(useLanguage());
}

/** The same outside of components; the answer doesn't follow a change of language. */
export function translatorOf(language: Language): Translate {
  const known = translators.get(language);
  if (known) return known;
  const own = sentenceFinder(language);
  const english = sentenceFinder('en');
  const numbers = once(() => new Intl.NumberFormat(languageTag(language)));
  const translate: Translate = (sentence, values) => {
    const found = own(sentence, values?.['count']) ?? english(sentence, values?.['count']) ?? sentence;
    return values ? withValues(found, values, numbers) : found;
  };
  translators.set(language, translate);
  return translate;
}

type FindSentence = (sentence: string, count: string | number | undefined) => string | undefined;

/** With a number as its count, a sentence has a form for each plural of the language. */
function sentenceFinder(language: Language): FindSentence {
  const plurals = once(() => new Intl.PluralRules(languageTag(language)));
  return (sentence, count) => {
    const sentences = loaded.get(language);
    if (!sentences) return undefined;
    const form = typeof count === 'number' ? plurals().select(count) : undefined;
    const forms = form === undefined ? [sentence] : [`${sentence}_${form}`, `${sentence}_other`, sentence];
    return forms.map((key) => sentences[key]).find((text) => text !== undefined && text !== '');
  };
}

/** Numbers in sentences are written as the language writes them. */
const withValues = (sentence: string, values: TextValues, numbers: () => Intl.NumberFormat): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    return typeof value === 'number' ? numbers().format(value) : value;
  });

/** Marks a sentence that is translated later, where `t` isn't at hand. */
export const msg = (sentence: string): string => sentence;
