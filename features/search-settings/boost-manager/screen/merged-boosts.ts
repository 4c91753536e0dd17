import type { Boost } from '#features/search-settings/boost-manager/boost-manager.contract.ts';

/** What somebody edits. A boost that isn't saved yet has an id below 0. */
export interface EditedBoosts {
  readonly boosts: readonly Boost[];
  readonly overrides_relevance: boolean;
}

/** One boost in three states; undefined where it isn't there. */
export interface BoostVersions {
  readonly began: Boost | undefined;
  readonly theirs: Boost | undefined;
  readonly mine: Boost | undefined;
}

/** What it does, without who saved it and under which id. */
const said = (boost: Boost | undefined): string => {
  if (boost === undefined) return '';
  const { id: _, updated_at: _at, updated_by: _by, ...rest } = boost;
  return JSON.stringify(rest);
};
/** What a draft tells two boosts apart by, however strong they are. */
const keyOf = ({ field, type, value, based, function: curve, operation, direction }: Boost): string =>
  type === 'value'
    ? JSON.stringify([field, based, value.map(String).toSorted()])
    : JSON.stringify([field, curve, operation, direction]);

/** The boosts that somebody else or somebody here changed since both began; one that both added is one. */
export function boostVersions(began: EditedBoosts, theirs: EditedBoosts, mine: EditedBoosts): BoostVersions[] {
  const byId = ({ boosts }: EditedBoosts) => new Map(boosts.map((boost) => [boost.id, boost]));
  const [before, now, own] = [byId(began), byId(theirs), byId(mine)];
  const addedThere = new Map(theirs.boosts.filter(({ id }) => !before.has(id)).map((boost) => [keyOf(boost), boost]));
  const twins = mine.boosts.flatMap((boost) => {
    const twin = before.has(boost.id) ? undefined : addedThere.get(keyOf(boost));
    return twin ? [[twin.id, boost] as const] : [];
  });
  const twinOf = new Map(twins);
  const twinIds = new Set(twins.map(([, { id }]) => id));
  const ids = new Set([...before.keys(), ...now.keys(), ...[...own.keys()].filter((id) => !twinIds.has(id))]);
  return [...ids]
    .map((id) => ({ began: before.get(id), theirs: now.get(id), mine: own.get(id) ?? twinOf.get(id) }))
    .filter((one) => isTheirs(one) || isMine(one));
}

export const isTheirs = ({ began, theirs }: BoostVersions): boolean => said(theirs) !== said(began);
export const isMine = ({ began, mine }: BoostVersions): boolean => said(mine) !== said(began);

/** What somebody here changed, on top of what somebody else saved: all that only they changed stays as they left it. */
export function mergedBoosts(began: EditedBoosts, theirs: EditedBoosts, mine: EditedBoosts): EditedBoosts {
  const own = boostVersions(began, theirs, mine).filter(isMine);
  const replaced = new Set(own.map((one) => one.theirs?.id));
  // What they deleted and is edited here is added again; ids below 0 are those of boosts that aren't saved yet.
  const added = own.flatMap((one, at) => (one.mine ? [{ ...one.mine, id: one.theirs?.id ?? -1 - at }] : []));
  const isOverriding = began.overrides_relevance === mine.overrides_relevance ? theirs : mine;
  return {
    boosts: [...theirs.boosts.filter(({ id }) => !replaced.has(id)), ...added].toSorted((one, other) =>
      one.field.localeCompare(other.field),
    ),
    overrides_relevance: isOverriding.overrides_relevance,
  };
}
