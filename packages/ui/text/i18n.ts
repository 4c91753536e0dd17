// May import: `state`.
import i18next from 'i18next';
import { chooseLanguage, languageTag, type Language } from './language.ts';
import { createStore, useStore } from '#ui/state/store.ts';
import { readStored, writeStored } from '#ui/state/stored.ts';

type Sentences = Readonly<Record<string, string>>;
export type LoadSentences = (language: Language) => Promise<Sentences>;
export type TextValues = Readonly<Record<string, string | number>>;

/** The key is the English sentence. `{name}` is a value; `count` selects the plural. */
export type Translate = (sentence: string, values?: TextValues) => string;

const shownLanguage = createStore<Language>('en');
const translators = new Map<Language, Translate>();
let loadSentences: LoadSentences = async () => ({});

const formatter = {
  type: 'formatter' as const,
  init() {},
  add() {},
  addCached() {},
  format: (value: unknown, _format: string | undefined, language: string | undefined) =>
    typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : (value as string),
};

/** Await it before the first render. */
export async function startI18n(load: LoadSentences): Promise<void> {
  loadSentences = load;
  translators.clear();
  await i18next.use(formatter).init({
    lng: 'en',
    fallbackLng: 'en',
    load: 'currentOnly',
    resources: {},
    keySeparator: false,
    nsSeparator: false,
    returnEmptyString: false,
    interpolation: { prefix: '{', suffix: '}', escapeValue: false, alwaysFormat: true },
  });
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
  await i18next.changeLanguage(languageTag(language));
  document.documentElement.lang = languageTag(language);
  shownLanguage.set(language);
}

/** Falls back to English. */
async function addSentences(language: Language): Promise<void> {
  const tag = languageTag(language);
  if (i18next.hasResourceBundle(tag, 'translation')) return;
  const sentences = await loadSentences(language).catch(() => null);
  if (sentences) i18next.addResourceBundle(tag, 'translation', sentences);
}

export const currentLanguage = (): Language => shownLanguage.get();
export const useLanguage = (): Language => useStore(shownLanguage);

/** Components that call `useLanguage` render again on a change. */
export const t: Translate = (sentence, values) => translatorOf(shownLanguage.get())(sentence, values);

export function translatorOf(language: Language): Translate {
  const known = translators.get(language);
  if (known) return known;
  const fixed = i18next.getFixedT(languageTag(language));
  const translate: Translate = (sentence, values) => fixed(sentence, { ...values });
  translators.set(language, translate);
  return translate;
}

/** Marks a sentence that is translated later. */
export const msg = (sentence: string): string => sentence;
