import type { FeedWarning } from '#feeds/feed-texts.ts';
import type { Item } from '#contract/item.ts';

const leastItems = 50;
const groups = 3;
const alike: readonly ReadonlySet<string>[] = [
  new Set(['hr', 'sr', 'bs', 'sl', 'mk']),
  new Set(['da', 'no', 'sv']),
  new Set(['cs', 'sk']),
];

/** Loads the language tables on demand. @param language of the project, ISO 639-1 */
export async function languageWarnings(items: readonly Item[], language: string | null): Promise<FeedWarning[]> {
  if (language === null || items.length < leastItems) return [];
  const { languageOf } = await import('#feeds/recognise/text-language.ts');
  const found = Array.from({ length: groups }, (_, group) =>
    languageOf(items.filter((_item, at) => at % groups === group).map(textOf)),
  );
  const [first] = found;
  if (first === null || first === undefined || first === language || found.some((one) => one !== first)) return [];
  if (alike.some((near) => near.has(first) && near.has(language))) return [];
  return [{ code: 'otherLanguage', details: { foundLanguage: first, expectedLanguage: language } }];
}

/** Names of goods are seldom language. */
const textOf = ({ fields: { name, description, category } }: Item): string =>
  [description ?? name, category].filter((text) => typeof text === 'string').join('. ');
