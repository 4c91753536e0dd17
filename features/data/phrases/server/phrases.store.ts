import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import {
  defaultBoost,
  type Phrase,
  type PhraseRule,
  phrases,
  type phraseStates,
} from '#features/data/phrases/phrases.contract.ts';
import { rowTable } from '#server/rules/rows/row-table.ts';
import { sameColumns } from '#server/rules/rows/same-columns.ts';
import type { Database } from '#server/db/schema.ts';
import { fail } from '#server/base/fail.ts';
import type { FoundPhrase } from './phrases.service.ts';
import { type CollectionScope, searchText } from '#server/db/row-scope.ts';

export interface PhraseFields extends PhraseRule {
  /** Separated by spaces: one phrase in all its forms. */
  readonly stems: string;
  readonly source: Phrase['source'];
}

/** Imports find and count phrases; people decide on them. */
export const setPartOf = (fields: PhraseFields): unknown => {
  const { phrase, source, is_visible, is_decided, boost } = fields;
  return isPeoples(fields) ? { ...(source === 'added' && { phrase }), is_visible, is_decided, boost } : null;
};

const isPeoples = ({ source, is_decided, boost }: Pick<PhraseFields, 'source' | 'is_decided' | 'boost'>): boolean =>
  source === 'added' || is_decided || boost !== defaultBoost;

/** Phrases of names wait until visitors search for them. */
const isSuggestedByItself = ({ source, search_count }: Pick<PhraseFields, 'source' | 'search_count'>): boolean =>
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

const columns = sameColumns(
  z.pick(phrases.read.output, {
    phrase: true,
    source: true,
    item_count: true,
    search_count: true,
    boost: true,
    is_visible: true,
    is_decided: true,
  }),
);

export const phraseRows = (db: Database) =>
  rowTable<'phrase', PhraseFields, 'phrase' | 'items' | 'searches'>(db, 'phrase', {
    toFields: ({ unique_key, ...row }) => ({ stems: unique_key, ...columns.toFields(row) }),
    toColumns: columns.toColumns,
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
    refuseRemoval({ source, phrase }) {
      if (source !== 'added') throw fail('phraseNotAdded', { phrase });
    },
    inProjectFile: { isPeoples, forgotten: (fields) => (fields.source === 'added' ? null : forgotten(fields)) },
    // Found phrases are mined again wherever the collection is copied to.
    toCopy: (fields) => (isPeoples(fields) ? { ...fields, item_count: 0, search_count: 0 } : null),
  });

const rowsAtOnce = 500;

/** Replaces the found phrases of a collection. Decisions of people stay. */
export async function replaceFound(
  db: Database,
  { id: projectId, collectionId }: CollectionScope,
  found: readonly FoundPhrase[],
  at: number,
): Promise<void> {
  const rows = await phraseRows(db).all({ id: projectId, collectionId });
  const before = new Map(rows.map(({ fields }) => [fields.stems, fields]));
  const now = new Set(found.map(({ stems }) => stems));
  const gone = rows.filter(({ key }) => !now.has(key));
  const written = [
    ...found.flatMap((one) => changesOf(before.get(one.stems), one)),
    ...gone.filter(({ fields }) => isPeoples(fields)).flatMap(({ fields }) => withoutItems(fields)),
  ].map((fields) => ({
    ...columns.toColumns(fields),
    unique_key: fields.stems,
    search_text: searchText([fields.phrase]),
    project_id: projectId,
    collection_id: collectionId,
    is_active: 1 as const,
    created_at: at,
    updated_at: at,
  }));
  for (let from = 0; from < written.length; from += rowsAtOnce)
    await db
      .insertInto('phrase')
      .values(written.slice(from, from + rowsAtOnce))
      .onConflict((conflict) =>
        conflict.columns(['collection_id', 'unique_key']).doUpdateSet((eb) => ({
          phrase: eb.ref('excluded.phrase'),
          search_text: eb.ref('excluded.search_text'),
          source: eb.ref('excluded.source'),
          item_count: eb.ref('excluded.item_count'),
          search_count: eb.ref('excluded.search_count'),
          is_visible: eb.ref('excluded.is_visible'),
          deleted_at: null,
        })),
      )
      .returning('id')
      .execute();
  const removed = gone.filter(({ fields }) => !isPeoples(fields)).map(({ item }) => item.id);
  for (let from = 0; from < removed.length; from += rowsAtOnce)
    await db
      .deleteFrom('phrase')
      .where('project_id', '=', projectId)
      .where('id', 'in', removed.slice(from, from + rowsAtOnce))
      .returning('id')
      .execute();
}

/** Decided phrases stay when they are no longer found. */
function withoutItems(known: PhraseFields): PhraseFields[] {
  if (known.source === 'added' || (known.item_count === 0 && known.search_count === 0)) return [];
  return [{ ...known, item_count: 0, search_count: 0 }];
}

/** Nothing for unchanged phrases. Added phrases keep their spelling. */
function changesOf(known: PhraseFields | undefined, { stems, itemCount, searchCount, ...one }: FoundPhrase): PhraseFields[] {
  const { phrase, source } = known?.source === 'added' ? known : one;
  const { boost = defaultBoost, is_decided = false } = known ?? {};
  const counts = { item_count: itemCount, search_count: searchCount };
  const is_visible = known?.is_decided ? known.is_visible : isSuggestedByItself({ source, ...counts });
  const fields = { stems, phrase, source, ...counts, boost, is_visible, is_decided };
  const isSame = known && Object.entries(fields).every(([name, value]) => known[name as keyof PhraseFields] === value);
  return isSame ? [] : [fields];
}
