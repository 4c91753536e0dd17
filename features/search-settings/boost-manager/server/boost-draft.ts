import {
  boostKind,
  type BoostRule,
  type BoostSettings,
  type SentBoost,
  madeOf,
  type BoostedField,
  type Boost,
  type Boosts,
} from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { boostRows, boostSettingRows, boostSettingsKey, boostsKey, newestBoostChange } from './boost-manager.store.ts';
import { analyserOf, type Analyser } from '#engine/query/analysis/analyser.ts';
import { collectionStore, type CollectionField } from '#features/data/collections/server/collections.store.ts';
import { isSame } from '#server/rules/rows/row-import.ts';
import { rowWriter } from '#server/rules/rows/row-writer.ts';
import type { CollectionScope } from '#server/db/row-scope.ts';
import { type Author, type RowInput, envelopeOf } from '#server/rules/rows/row-table.ts';
import type { Database } from '#server/db/schema.ts';
import { failInput } from '#server/base/fail.ts';
import { errorText, type ErrorCode, type ErrorParameters, type Problem } from '#contract/errors.ts';
import type { App } from '#server/app/app.ts';
import type { ReleasedRow } from '#server/rules/releases/rule-source.ts';

export async function boostedFields(db: Database, scope: CollectionScope): Promise<BoostedField[]> {
  return (await collectionStore(db).indexedFields(scope, scope.collectionId)).map(boostedField);
}

const boostedField = ({ name, type, isFacet, isArchived, foundCount, relevance }: CollectionField): BoostedField => ({
  name,
  type,
  is_boostable: isFacet && relevance.boostable,
  is_archived: isArchived,
  found_count: foundCount,
});

export const sources = [boostsKey, boostSettingsKey] as const;

type LiveBoost = BoostRule & ReleasedRow;
type LiveSettings = BoostSettings & ReleasedRow;
type State = Boosts['live'];

export async function liveBoosts({ releases }: App, { id, collectionId }: CollectionScope) {
  const ofCollection = async (key: string) =>
    (await releases.liveRows({ id }, key)).filter(({ collection_id: own }) => own === collectionId);
  const boosts = (await ofCollection(boostsKey)) as LiveBoost[];
  const [settings] = (await ofCollection(boostSettingsKey)) as LiveSettings[];
  return { boosts, settings: settings ?? null };
}

export async function savedBoosts(db: Database, scope: CollectionScope) {
  const [settings] = await boostSettingRows(db).all(scope);
  return { boosts: await boostRows(db).all(scope), settings: settings ?? null };
}

type Row = BoostRule & Pick<ReleasedRow, 'id' | 'is_active'> & { valid_from?: number | null; valid_to?: number | null };

const boostOf = ({
  id,
  field,
  type,
  value,
  based,
  function: curve,
  operation,
  direction,
  full_until,
  boost,
  ...row
}: Row): State['boosts'][number] => {
  const { is_active, valid_from = null, valid_to = null } = row;
  const envelope = envelopeOf({ is_active: is_active !== false, valid_from, valid_to });
  return { id, field, type, value, based, function: curve, operation, direction, full_until, boost, ...envelope };
};

const byField = (one: Boost, other: Boost): number => one.field.localeCompare(other.field) || one.id - other.id;

const stateOf = (boosts: readonly Row[], settings: BoostSettings | undefined): State => ({
  boosts: boosts.map(boostOf).sort(byField),
  overrides_relevance: settings?.overrides_relevance ?? false,
});

/** How many boosts act in another way, and whether what is the same for all of them is another. One that is off does nothing. */
function changeCount(saved: State, live: State): number {
  const acting = ({ boosts }: State) =>
    new Map(boosts.filter((one) => one.is_active).map((one) => [one.id, JSON.stringify(one)]));
  const [after, before] = [acting(saved), acting(live)];
  const ids = new Set([...after.keys(), ...before.keys()]);
  const changed = [...ids].filter((id) => after.get(id) !== before.get(id)).length;
  return changed + Number(saved.overrides_relevance !== live.overrides_relevance);
}

export async function boostsOf(app: App, scope: CollectionScope): Promise<Boosts> {
  const { boosts, settings } = await savedBoosts(app.db, scope);
  const released = await liveBoosts(app, scope);
  const saved = stateOf(
    boosts.map(({ item }) => item),
    settings?.fields,
  );
  const live = stateOf(released.boosts, released.settings ?? undefined);
  const changes = new Map(boosts.map(({ item: { id, updated_at, updated_by } }) => [id, { updated_at, updated_by }]));
  const collection = await collectionStore(app.db).find(scope, scope.collectionId);
  return {
    boosts: saved.boosts.map((boost) => ({ ...boost, ...changes.get(boost.id) })),
    overrides_relevance: saved.overrides_relevance,
    collection_id: scope.collectionId,
    live,
    change_count: changeCount(saved, live),
    fields: await boostedFields(app.db, scope),
    in_stock_first: collection?.in_stock_first === 1,
    ...(await newestBoostChange(app.db, scope)),
  };
}

interface Known {
  readonly rows: ReadonlyMap<number, BoostRule>;
  readonly fields: ReadonlyMap<string, BoostedField>;
  /** Boosts with the same key are duplicates. */
  readonly keys: readonly string[];
  readonly analyser: Analyser;
}

type Wrong = readonly [field: keyof SentBoost, code: ErrorCode, parameters?: ErrorParameters];

/** Problems that the schema can't find. A stored boost may keep a field that can't be boosted any more. */
function boostProblems(boosts: readonly SentBoost[], { rows, fields, keys, analyser }: Known): Problem[] {
  const seen = new Set<string>();
  return boosts.flatMap((boost, place) => {
    const key = keys[place] ?? '';
    const isTwin = seen.has(key);
    seen.add(key);
    const wrong = isTwin ? (['field', 'alreadyUsed', { name: 'boost' }] as const) : problemOf(boost);
    if (wrong === null) return [];
    const [field, code, parameters = {}] = wrong;
    return [{ field: `boosts.${place}.${field}`, code, message: errorText(code, parameters), parameters }];
  });

  function problemOf({ id, field: name, type, value, based }: SentBoost): Wrong | null {
    const before = id === undefined ? undefined : rows.get(id);
    if (id !== undefined && before === undefined) return ['id', 'notFound', { name: 'boost' }];
    const field = fields.get(name);
    const isKept = before?.field === name;
    if (!isKept && field === undefined) return ['field', 'notFound', { name: 'field' }];
    if (!isKept && field?.is_boostable === false) return ['field', 'fieldNotBoostable', { field: name }];
    if (type === 'functional' && field !== undefined && madeOf(field) === null && before?.type !== 'functional')
      return ['type', 'fieldWithoutNumbers', { field: name }];
    const isWords = type === 'value' && based === 'word';
    if (isWords && value.some((one) => analyser.tokens(String(one)).length !== 1)) return ['value', 'oneWord'];
    return null;
  }
}

export interface SentBoosts extends BoostSettings {
  readonly boosts: readonly SentBoost[];
}

type Wanted = RowInput<BoostRule> & { readonly id?: number | undefined };

/** Fields without effect for a type of boost get one value. */
const plainBoost = ({ type, value, based, function: curve, operation, direction, full_until, ...boost }: SentBoost): Wanted =>
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

/** The boosts as stored. One sent without an id is the stored one with its key. Throws what is wrong with them, each at its place. */
export async function checkedBoosts(db: Database, scope: CollectionScope, sent: readonly SentBoost[]): Promise<Wanted[]> {
  const { boosts } = await savedBoosts(db, scope);
  const fields = await boostedFields(db, scope);
  const plain = sent.map(plainBoost);
  const keys = plain.map((boost) => boostRows(db).key(boost));
  const sentIds = new Set(sent.map(({ id }) => id));
  const ids = new Map(boosts.filter(({ item }) => !sentIds.has(item.id)).map(({ key, item }) => [key, item.id]));
  const idOf = (id: number | undefined, place: number) => id ?? ids.get(keys[place] ?? '');
  const problems = boostProblems(
    sent.map((boost, place) => ({ ...boost, id: idOf(boost.id, place) })),
    {
      rows: new Map(boosts.map(({ item, fields: rule }) => [item.id, rule])),
      fields: new Map(fields.map((field) => [field.name, field])),
      keys,
      analyser: analyserOf(await collectionStore(db).language(scope)),
    },
  );
  if (problems.length > 0) throw failInput(problems);
  return plain.map((boost, place) => ({ ...boost, id: idOf(boost.id, place) }));
}

export async function writeBoosts(db: Database, scope: CollectionScope, sent: SentBoosts, author: Author): Promise<void> {
  const { boosts, settings } = await savedBoosts(db, scope);
  const wanted = await checkedBoosts(db, scope, sent.boosts);
  const stored = new Map(boosts.map((row) => [row.item.id, row]));
  const kept = new Set(wanted.map(({ id }) => id));
  const writer = rowWriter(boostRows(db), boostKind, author);
  const gone = [...stored.keys()].filter((id) => !kept.has(id));
  if (gone.length > 0) await writer.remove(scope, gone);
  const changed = wanted.flatMap(({ id, ...fields }) => {
    const row = id === undefined ? undefined : stored.get(id);
    return row === undefined || isSame(row.item, fields) ? [] : [{ id: row.item.id, fields }];
  });
  const added = wanted.filter(({ id }) => id === undefined);
  await writer.write(scope, { added, changed });

  const { overrides_relevance } = sent;
  if (overrides_relevance === (settings?.fields.overrides_relevance ?? false)) return;
  const rows = boostSettingRows(db);
  if (settings) await rows.update(scope, settings.item.id, { overrides_relevance }, author);
  else await rowWriter(rows, boostKind, author).create(scope, { overrides_relevance });
}
