import type { Item } from '#contract/item.ts';
import { idOf, patchOf, planChanges, type StandingItem } from '#engine/index/item-changes.ts';
import type { ChangeOutcome, ItemChange } from '#engine/port.ts';
import type { Cluster } from '#opensearch/cluster.ts';
import type { NotedItem, NotedPatches } from './each-item.ts';
import { type ChangedIndex, type ItemWrite, settleItems } from './item-writes.ts';

/** As `settleItems` does. Null where the index takes none because another takes over; some may be made then. */
export async function changeItems(
  cluster: Cluster,
  live: ChangedIndex,
  changes: readonly ItemChange[],
): Promise<ChangeOutcome[] | null> {
  const ids = [...new Set(changes.map(idOf))];
  const outcomes: ChangeOutcome[] = [];
  const settled = await settleItems(cluster, live, ids, (left, now) => {
    const open = new Set(left);
    const own = changes.flatMap((change, at) => (open.has(idOf(change)) ? [{ change, at }] : []));
    const planned = planChanges(
      own.map(({ change }) => change),
      (id) => standing(now.get(id)),
    );
    for (const [place, { at }] of own.entries()) outcomes[at] = planned.outcomes[place]!;
    return [...planned.items].flatMap(([id, next]) => writesOf(id, next, now.get(id)));
  });
  return settled === 'done' ? outcomes : null;
}

/** None for an item that was not there before the changes and isn't there after them. */
function writesOf(id: string, next: StandingItem | null, now: NotedItem | undefined): ItemWrite[] {
  if (next === null) return now === undefined ? [] : [{ kind: 'remove', id }];
  const fields = JSON.parse(next.json) as Item['fields'];
  const item: Item = { id, fields, ...(next.source !== null && { source: next.source }) };
  // Later than the change before, whatever the clocks say.
  const changedAt = Math.max(Date.now(), (now?.changedAt ?? 0) + 1);
  return [{ kind: 'put', item, changedAt, patches: patchesOf(now, item, changedAt), seen: null }];
}

const standing = (noted: NotedItem | undefined): StandingItem | null =>
  noted === undefined ? null : { json: JSON.stringify(noted.item.fields), source: noted.item.source ?? null };

/** An import of its source that runs meanwhile brings the item again, with what was patched. */
function patchesOf(before: NotedItem | undefined, item: Item, at: number): NotedPatches {
  if (before === undefined || item.source === undefined || before.item.source !== item.source) return {};
  const patched = Object.entries(patchOf(before.item.fields, item.fields));
  return { ...before.patches, ...Object.fromEntries(patched.map(([name, value]) => [name, [at, value]])) };
}
