import type { Boost, BoostRule, Boosts, BoostSettings, SentBoost } from './boost-manager.contract.ts';
import { boostProblems } from './boost-checks.ts';
import { boostedFields } from './boost-fields.ts';
import { boostRows, boostSettingRows, boostSettingsKey, boostsKey } from './boost-manager.store.ts';
import { maximumBoosts } from '#contract/limits.ts';
import { analyserOf } from '#engine/analysis/analysers.ts';
import { collectionStore } from '#features/data/collections/collections.store.ts';
import type { App } from '#server-kit/app.ts';
import { rowWriter } from '#server-kit/crud/row-writer.ts';
import type { CollectionScope } from '#server-kit/db/row-scope.ts';
import type { Author, RowInput, StoredRow } from '#server-kit/db/row-table.ts';
import type { Database } from '#server-kit/db/schema.ts';
import { failInput } from '#server-kit/fail.ts';
import type { ReleasedRow } from '#server-kit/releases/rule-source.ts';

export const boostKind = { name: 'boost', unique: ['field'], maximumRows: maximumBoosts, isOfCollection: true } as const;
export const sources = [boostsKey, boostSettingsKey] as const;

export interface SentBoosts extends BoostSettings {
  readonly boosts: readonly SentBoost[];
}

type LiveBoost = BoostRule & ReleasedRow;
type LiveSettings = BoostSettings & ReleasedRow;

/** What is live in a collection. */
export async function liveBoosts({ releases }: App, { id, collectionId }: CollectionScope) {
  const ofCollection = async (key: string) =>
    (await releases.liveRows({ id }, key)).filter(({ collection_id: own }) => own === collectionId);
  const boosts = (await ofCollection(boostsKey)) as LiveBoost[];
  const [settings] = (await ofCollection(boostSettingsKey)) as LiveSettings[];
  return { boosts, settings: settings ?? null };
}

/** What is saved in a collection, and who changed it last. */
export async function savedBoosts(db: Database, scope: CollectionScope) {
  const boosts = await boostRows(db).all(scope);
  const [settings] = await boostSettingRows(db).all(scope);
  const [newest] = [...boosts, ...(settings ? [settings] : [])]
    .map(({ item: { updated_at: at, updated_by: by } }) => ({ at, by }))
    .sort((one, other) => other.at - one.at);
  return { boosts, settings: settings ?? null, newest: newest ?? null };
}

const byField = (one: Boost, other: Boost): number => one.field.localeCompare(other.field) || one.id - other.id;

type State = Boosts['live'];

/** How many boosts act in another way, and whether what is the same for all of them is another. */
function changeCount(saved: State, live: State): number {
  const acting = ({ boosts }: State) =>
    new Map(boosts.filter((one) => one.is_active).map((one) => [one.id, JSON.stringify(one)]));
  const [after, before] = [acting(saved), acting(live)];
  const ids = new Set([...after.keys(), ...before.keys()]);
  const changed = [...ids].filter((id) => after.get(id) !== before.get(id)).length;
  return changed + Number(saved.overrides_relevance !== live.overrides_relevance);
}

const boostOf = ({ id, field, type, value, based, function: curve, operation, boost }: BoostRule & { readonly id: number }) => ({
  id,
  field,
  type,
  value,
  based,
  function: curve,
  operation,
  boost,
});

const shown = ({ item }: StoredRow<BoostRule>): Boost => ({ ...boostOf(item), is_active: item.is_active });

/** The draft of a collection beside what is live. */
export async function boostsOf(app: App, scope: CollectionScope): Promise<Boosts> {
  const { boosts, settings, newest } = await savedBoosts(app.db, scope);
  const released = await liveBoosts(app, scope);
  const saved: State = {
    boosts: boosts.map(shown).sort(byField),
    overrides_relevance: settings?.fields.overrides_relevance ?? false,
  };
  const live: State = {
    boosts: released.boosts.map((row) => ({ ...boostOf(row), is_active: row.is_active !== false })).sort(byField),
    overrides_relevance: released.settings?.overrides_relevance ?? false,
  };
  return {
    ...saved,
    collection_id: scope.collectionId,
    live,
    change_count: changeCount(saved, live),
    fields: await boostedFields(app.db, scope),
    updated_at: newest?.at ?? null,
    updated_by: newest?.by ?? null,
  };
}

/** What means nothing for a type of boost is the same for all of that type. */
const plain = ({
  type,
  value,
  based,
  function: curve,
  operation,
  ...boost
}: SentBoost): RowInput<BoostRule> & { id?: number | undefined } =>
  type === 'value'
    ? { ...boost, type, value, based, function: 'logarithmic', operation: 'multiply' }
    : { ...boost, type, value: [], based: 'value', function: curve, operation };

/** Throws what is wrong with the boosts, each at its place. */
export async function checkBoosts(db: Database, scope: CollectionScope, sent: readonly SentBoost[]) {
  const { boosts } = await savedBoosts(db, scope);
  const fields = await boostedFields(db, scope);
  const problems = boostProblems(sent, {
    rows: new Map(boosts.map(({ item, fields: rule }) => [item.id, rule])),
    fields: new Map(fields.map((field) => [field.name, field])),
    keyOf: boostRows(db).key,
    analyser: analyserOf(await collectionStore(db).language(scope)),
  });
  if (problems.length > 0) throw failInput(problems);
  return sent.map(plain);
}

/** Writes the draft of a collection: what isn't sent is deleted, what is as it was keeps who changed it. */
export async function writeBoosts(db: Database, scope: CollectionScope, sent: SentBoosts, author: Author): Promise<void> {
  const wanted = await checkBoosts(db, scope, sent.boosts);
  const stored = new Map((await boostRows(db).all(scope)).map((row) => [row.item.id, row]));
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
  await writeSettings(db, scope, sent.overrides_relevance, author);
}

const isSame = ({ item }: StoredRow<BoostRule>, fields: RowInput<BoostRule>): boolean =>
  Object.entries(fields).every(([name, value]) => JSON.stringify(item[name as keyof BoostRule]) === JSON.stringify(value));

/** Written with every change, so that it tells which version of the draft there is. */
async function writeSettings(db: Database, scope: CollectionScope, isOverriding: boolean, author: Author): Promise<void> {
  const rows = boostSettingRows(db);
  const [known] = await rows.all(scope);
  // Off, it says what every collection without it does, so that it isn't a change.
  const fields = { overrides_relevance: isOverriding, is_active: isOverriding };
  if (known) await rows.update(scope, known.item.id, fields, author);
  else await rowWriter(rows, { ...boostKind, unique: ['overrides_relevance'] }, author).create(scope, fields);
}

/** Notes that somebody took the draft back. */
export async function touchSettings(db: Database, scope: CollectionScope, author: Author): Promise<void> {
  const { settings } = await savedBoosts(db, scope);
  if (settings) await writeSettings(db, scope, settings.fields.overrides_relevance, author);
}
