import type { Hit } from '#engine/port.ts';
import type { SearchAnswer } from '#engine/query/resolve/run-search.ts';
import type { CollectionRelease } from '#server/rules/releases/live-release.ts';

/** Items that most people look at, and no further. */
export const firstItems = 10;

export type GroupOf = (hit: Hit) => string | undefined;

/** What variants of an item have in common; undefined for an item without variants. */
export const groupsOf =
  ({ layout: { groupField: field } }: Pick<CollectionRelease, 'layout'>): GroupOf =>
  ({ item }) => {
    const group = field === null ? undefined : item.fields[field];
    return group === undefined ? undefined : String(group);
  };

/** Whether two answers with as many items have the same ones in the same order, or the same redirect. Another variant of an item is no difference. */
export function isSamePage(one: SearchAnswer, other: SearchAnswer, groupOf: GroupOf): boolean {
  const pageOf = ({ hits }: SearchAnswer): string => JSON.stringify(hits.map((hit) => groupOf(hit) ?? [hit.id]));
  return one.redirect === other.redirect && pageOf(one) === pageOf(other);
}
