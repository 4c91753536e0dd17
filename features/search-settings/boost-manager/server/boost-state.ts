import type {
  Boost,
  BoostRule,
  Boosts,
  BoostSettings,
  BoostedField,
} from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { boostRows, boostSettingRows, boostSettingsKey, boostsKey, newestBoostChange } from './boost-manager.store.ts';
import type { App } from '#server/app/app.ts';
import type { CollectionScope } from '#server/db/row-scope.ts';
import { envelopeOf } from '#server/rules/rows/row-table.ts';
import type { Database } from '#server/db/schema.ts';
import type { ReleasedRow } from '#server/rules/releases/rule-source.ts';
import { type CollectionField, collectionStore } from '#features/data/collections/server/collections.store.ts';

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
  return {
    boosts: saved.boosts.map((boost) => ({ ...boost, ...changes.get(boost.id) })),
    overrides_relevance: saved.overrides_relevance,
    collection_id: scope.collectionId,
    live,
    change_count: changeCount(saved, live),
    fields: await boostedFields(app.db, scope),
    ...(await newestBoostChange(app.db, scope)),
  };
}
