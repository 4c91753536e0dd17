import type { FeedWarning } from '#contract/texts/import-texts.ts';
import type { Item } from '#contract/item.ts';
import { languageName } from '#contract/texts/languages.ts';

/** Fewer items may all be of one brand, whose names are in its language. */
const leastItems = 50;
/** So many groups of items have to agree, as names of brands say another language than those who sell them. */
const groups = 3;
/** Too near each other to be told apart by the names of products. */
const alike: readonly ReadonlySet<string>[] = [
  new Set(['hr', 'sr', 'bs', 'sl', 'mk']),
  new Set(['da', 'no', 'sv']),
  new Set(['cs', 'sk']),
];

/**
 * Says so where a feed is in another language than its project. The tables of languages are loaded when they are needed.
 * @param language of the project, ISO 639-1.
 */
export async function languageWarnings(items: readonly Item[], language: string | null): Promise<FeedWarning[]> {
  if (language === null || items.length < leastItems) return [];
  const { languageOf } = await import('#feeds/recognise/text-language.ts');
  const found = Array.from({ length: groups }, (_, group) =>
    languageOf(items.filter((_item, at) => at % groups === group).map(textOf)),
  );
  const [first] = found;
  if (first === null || first === undefined || first === language || found.some((one) => one !== first)) return [];
  if (alike.some((near) => near.has(first) && near.has(language))) return [];
  return [{ code: 'otherLanguage', details: { found: languageName(first), expected: languageName(language) } }];
}

const textOf = ({ fields: { name, description } }: Item): string =>
  [name, description].filter((text) => typeof text === 'string').join('. ');
