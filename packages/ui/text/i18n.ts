// May import: `state`.
import { languageTag } from '#contract/texts/languages.ts';
import { chooseLanguage, type Language } from './language.ts';
import { createStore, useStore } from '#ui/state/store.ts';
import { readStored, writeStored } from '#ui/state/stored.ts';

type Sentences = Readonly<Record<string, string>>;
export type LoadSentences = (language: Language) => Promise<Sentences>;
export type TextValues = Readonly<Record<string, string | number>>;

/** The key is the English sentence. `{name}` is a value; `count` selects the plural. */
export type Translate = (sentence: string, values?: TextValues) => string;

const shownLanguage = createStore<Language>('en');
const catalogues = new Map<Language, Sentences>();
const translators = new Map<Language, Translate>();
let loadSentences: LoadSentences = async () => ({});

/** Await it before the first render. */
export async function startI18n(load: LoadSentences): Promise<void> {
  loadSentences = load;
  catalogues.clear();
  await addSentences('en');
  await show(storedLanguage());
}

export const storedLanguage = (): Language =>
  chooseLanguage(readStored('personLanguage') ?? readStored('language'), navigator.language);

export async function changeLanguage(language: Language): Promise<void> {
  writeStored('language', language);
  await show(language);
}

export async function followPerson(language: Language): Promise<void> {
  writeStored('personLanguage', language);
  if (language !== shownLanguage.get()) await show(language);
}

async function show(language: Language): Promise<void> {
  if (language !== 'en') await addSentences(language);
  document.documentElement.lang = languageTag(language);
  shownLanguage.set(language);
}

/** Falls back to English. */
async function addSentences(language: Language): Promise<void> {
  if (catalogues.has(language)) return;
  const sentences = await loadSentences(language).catch(() => null);
  if (sentences) catalogues.set(language, sentences);
}

export const currentLanguage = (): Language => shownLanguage.get();
export const useLanguage = (): Language => useStore(shownLanguage);

/** Components that call `useLanguage` render again on a change. */
export const t: Translate = (sentence, values) => translatorOf(shownLanguage.get())(sentence, values);

export function translatorOf(language: Language): Translate {
  const known = translators.get(language);
  if (known) return known;
  const tag = languageTag(language);
  const numbers = new Intl.NumberFormat(tag);
  const translate: Translate = (sentence, values = {}) =>
    (lookUp(language, sentence, values['count']) ?? lookUp('en', sentence, values['count']) ?? sentence).replaceAll(
      /\{(\w+)\}/g,
      (whole, name: string) => {
        const value = values[name] ?? whole;
        return typeof value === 'number' ? numbers.format(value) : value;
      },
    );
  translators.set(language, translate);
  return translate;
}

function lookUp(language: Language, sentence: string, count: string | number | undefined): string | undefined {
  const sentences = catalogues.get(language);
  if (typeof count !== 'number') return sentences?.[sentence];
  const plural = new Intl.PluralRules(languageTag(language)).select(count);
  return sentences?.[`${sentence}_${plural}`] ?? sentences?.[sentence];
}

/** Marks a sentence that is translated later. */
export const msg = (sentence: string): string => sentence;
