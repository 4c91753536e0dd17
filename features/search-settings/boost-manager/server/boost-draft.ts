import {
  boostFiles,
  type BoostRule,
  type BoostSettings,
  type SentBoost,
} from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { boostProblems } from './boost-checks.ts';
import { boostedFields } from './boost-fields.ts';
import { boostRows, boostSettingRows } from './boost-manager.store.ts';
import { savedBoosts } from './boost-state.ts';
import { analyserOf } from '#engine/query/analysis/analysers.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import { rowWriter } from '#server/rules/rows/row-writer.ts';
import type { CollectionScope } from '#server/db/row-scope.ts';
import type { Author, RowInput, StoredRow } from '#server/rules/rows/row-table.ts';
import type { Database } from '#server/db/schema.ts';
import { failInput } from '#server/base/fail.ts';

const { name, unique, maximumRows, isOfCollection } = boostFiles;
export const boostKind = { name, unique, maximumRows, isOfCollection } as const;

export interface SentBoosts extends BoostSettings {
  readonly boosts: readonly SentBoost[];
}

type Wanted = RowInput<BoostRule> & { readonly id?: number | undefined };

/** What means nothing for a type of boost is the same for all of that type. */
export const plainBoost = ({
  type,
  value,
  based,
  function: curve,
  operation,
  direction,
  full_until,
  ...boost
}: SentBoost): Wanted =>
  type === 'value'
    ? { ...boost, type, value, based, function: 'logarithmic', operation: 'multiply', direction: 'rising', full_until: null }
    : {
        ...boost,
        type,
        value: [],
        based: 'value',
        function: curve,
        operation,
        direction,
        full_until: direction === 'falling' ? full_until : null,
      };

/** The boosts as they are kept. Throws what is wrong with them, each at its place. */
export async function checkedBoosts(db: Database, scope: CollectionScope, sent: readonly SentBoost[]): Promise<Wanted[]> {
  const { boosts } = await savedBoosts(db, scope);
  const fields = await boostedFields(db, scope);
  const wanted = sent.map(plainBoost);
  const problems = boostProblems(sent, {
    rows: new Map(boosts.map(({ item, fields: rule }) => [item.id, rule])),
    fields: new Map(fields.map((field) => [field.name, field])),
    keys: wanted.map((boost) => boostRows(db).key(boost)),
    analyser: analyserOf(await collectionStore(db).language(scope)),
  });
  if (problems.length > 0) throw failInput(problems);
  return wanted;
}

/** Writes the draft of a collection: what isn't sent is deleted, what is as it was keeps who changed it. */
export async function writeBoosts(db: Database, scope: CollectionScope, sent: SentBoosts, author: Author): Promise<void> {
  const { boosts, settings } = await savedBoosts(db, scope);
  const wanted = withKnownIds(db, await checkedBoosts(db, scope, sent.boosts), boosts);
  const stored = new Map(boosts.map((row) => [row.item.id, row]));
  const kept = new Set(wanted.map(({ id }) => id));
  const writer = rowWriter(boostRows(db), boostKind, author);
  const gone = [...stored.keys()].filter((id) => !kept.has(id));
  if (gone.length > 0) await writer.remove(scope, gone);
  const changed = wanted.flatMap(({ id, ...fields }) => {
    const row = id === undefined ? undefined : stored.get(id);
    return row === undefined || isSame(row, fields) ? [] : [{ id: row.item.id, fields }];
  });
  const added = wanted.filter(({ id }) => id === undefined);
  await writer.write(scope, { added, changed });

  const { overrides_relevance } = sent;
  if (overrides_relevance === (settings?.fields.overrides_relevance ?? false)) return;
  const rows = boostSettingRows(db);
  if (settings) await rows.update(scope, settings.item.id, { overrides_relevance }, author);
  else await rowWriter(rows, boostKind, author).create(scope, { overrides_relevance });
}

/** Who sends boosts as a whole and knows no ids means those that do the same. */
function withKnownIds(db: Database, wanted: readonly Wanted[], stored: readonly StoredRow<BoostRule>[]): Wanted[] {
  const sentIds = new Set(wanted.map(({ id }) => id));
  const ids = new Map(stored.filter(({ item }) => !sentIds.has(item.id)).map(({ key, item }) => [key, item.id]));
  return wanted.map((boost) => (boost.id === undefined ? { ...boost, id: ids.get(boostRows(db).key(boost)) } : boost));
}

const isSame = ({ item }: StoredRow<BoostRule>, fields: RowInput<BoostRule>): boolean =>
  Object.entries(fields).every(([name, value]) => JSON.stringify(item[name as keyof BoostRule]) === JSON.stringify(value));
