import { defaultBoost, type Phrase, type PhraseRule, type phraseStates } from '#features/data/phrases/phrases.contract.ts';
import { type RawBuilder, sql } from 'kysely';
import { rowTable } from '#server/rules/rows/row-table.ts';
import type { Database } from '#server/db/schema.ts';
import { fail } from '#server/base/fail.ts';

export interface PhraseFields extends PhraseRule {
  /** Separated by spaces: one phrase in all its forms. */
  readonly stems: string;
  readonly source: Phrase['source'];
}

export const isPeoples = ({ source, is_decided, boost }: Pick<PhraseFields, 'source' | 'is_decided' | 'boost'>): boolean =>
  source === 'added' || is_decided || boost !== defaultBoost;

/** Phrases of names wait until visitors search for them. */
export const isSuggestedByItself = ({ source, search_count }: Pick<PhraseFields, 'source' | 'search_count'>): boolean =>
  source !== 'name' || search_count > 0;

type PhraseState = (typeof phraseStates)[number];

const conditions: Readonly<Record<PhraseState, RawBuilder<boolean>>> = {
  suggested: sql`is_visible = 1`,
  waiting: sql`is_visible = 0 and is_decided = 0`,
  hidden: sql`is_visible = 0 and is_decided = 1`,
};

const forgotten = (fields: PhraseFields): PhraseFields => ({
  ...fields,
  boost: defaultBoost,
  is_visible: isSuggestedByItself(fields),
  is_decided: false,
});

export const phraseRows = (db: Database) =>
  rowTable<'phrase', PhraseFields, 'phrase' | 'items' | 'searches'>(db, 'phrase', {
    toFields: ({ unique_key, phrase, source, item_count, search_count, boost, is_visible, is_decided }) => ({
      stems: unique_key,
      phrase,
      source: source as Phrase['source'],
      item_count,
      search_count,
      boost,
      is_visible: is_visible === 1,
      is_decided: is_decided === 1,
    }),
    toColumns: ({ phrase, source, item_count, search_count, boost, is_visible, is_decided }) => ({
      phrase,
      source,
      item_count,
      search_count,
      boost,
      is_visible: is_visible ? 1 : 0,
      is_decided: (is_decided ?? !is_visible) ? 1 : 0,
    }),
    texts: ({ phrase }) => [phrase],
    key: ({ stems }) => stems,
    filters: { source: (source) => sql`source = ${source}`, suggestion: (state) => conditions[state as PhraseState] },
    sorts: { phrase: 'search_text', items: 'item_count', searches: 'search_count' },
    order: [
      ['boost', 'desc'],
      ['search_count', 'desc'],
      ['item_count', 'desc'],
      ['id', 'asc'],
    ],
    refuseRemoval({ source }) {
      if (source !== 'added') throw fail('phraseNotAdded');
    },
    inProjectFile: { isPeoples, forgotten: (fields) => (fields.source === 'added' ? null : forgotten(fields)) },
    // Found phrases are mined again wherever the collection is copied to.
    toCopy: (fields) => (isPeoples(fields) ? { ...fields, item_count: 0, search_count: 0 } : null),
  });
