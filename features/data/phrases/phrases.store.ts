import { defaultBoost, type Phrase, type PhraseRule } from './phrases.contract.ts';
import { rowTable } from '#server-kit/db/row-table.ts';
import type { Database } from '#server-kit/db/schema.ts';

export interface PhraseFields extends PhraseRule {
  /** Its stems with spaces between: one phrase in all its forms. */
  readonly stems: string;
  readonly source: Phrase['source'];
}

/** Somebody added it, or said something about it. */
export const isPeoples = ({ source, is_visible, boost }: Pick<PhraseFields, 'source' | 'is_visible' | 'boost'>): boolean =>
  source === 'added' || !is_visible || boost !== defaultBoost;

/** Phrases of collections, as they are suggested. */
export const phraseRows = (db: Database) =>
  rowTable<'phrase', PhraseFields, 'phrase' | 'items' | 'searches'>(db, 'phrase', {
    toFields: ({ unique_key, phrase, source, item_count, search_count, boost, is_visible }) => ({
      stems: unique_key,
      phrase,
      source: source as Phrase['source'],
      item_count,
      search_count,
      boost,
      is_visible: is_visible === 1,
    }),
    toColumns: ({ phrase, source, item_count, search_count, boost, is_visible }) => ({
      phrase,
      source,
      item_count,
      search_count,
      boost,
      is_visible: is_visible ? 1 : 0,
    }),
    texts: ({ phrase }) => [phrase],
    key: ({ stems }) => stems,
    sorts: { phrase: 'search_text', items: 'item_count', searches: 'search_count' },
    order: [
      ['boost', 'desc'],
      ['search_count', 'desc'],
      ['item_count', 'desc'],
      ['id', 'asc'],
    ],
    // The others are found in the items of wherever it is copied to.
    toCopy: (fields) => (isPeoples(fields) ? { ...fields, item_count: 0, search_count: 0 } : null),
  });
