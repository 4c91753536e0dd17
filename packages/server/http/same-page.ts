import type { Hit } from '#engine/port.ts';
import type { SearchAnswer } from '#engine/query/resolve/run-search.ts';
import type { CollectionRelease } from '#server/rules/releases/live-release.ts';

export const firstItems = 10;

export type GroupOf = (hit: Hit) => string | undefined;

/** Group values by item; undefined for items without variants. */
export const groupsOf =
  ({ layout: { groupField: field } }: Pick<CollectionRelease, 'layout'>): GroupOf =>
  ({ item }) => {
    const group = field === null ? undefined : item.fields[field];
    return group === undefined ? undefined : String(group);
  };

/** Same items in the same order, or the same redirect. Variants of one item count as the same. */
export function isSamePage(one: SearchAnswer, other: SearchAnswer, groupOf: GroupOf): boolean {
  const pageOf = ({ hits }: SearchAnswer): string => JSON.stringify(hits.map((hit) => groupOf(hit) ?? [hit.id]));
  return one.redirect === other.redirect && pageOf(one) === pageOf(other);
}
