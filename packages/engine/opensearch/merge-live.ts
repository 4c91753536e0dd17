import { patched } from '#engine/item-changes.ts';
import { createAnalyser } from '#engine/analysis/analyser.ts';
import type { Item } from '#contract/item.ts';
import type { Cluster } from './cluster.ts';
import { eachItem, itemsById, type NotedItem } from './each-item.ts';
import type { BuildBase, LiveIndex } from './generations.ts';
import { changedAtField, indexFieldsOf, sourceField, seenField } from './index-fields.ts';
import { type ChangedIndex, type ItemWrite, writeItems } from './item-changes.ts';

interface Merge {
  readonly cluster: Cluster;
  readonly live: LiveIndex;
  readonly built: LiveIndex;
  readonly base: BuildBase;
  /** Changes from then on are brought over; epoch milliseconds. */
  readonly since: number;
}

/** Brings what has become of the live items since the build of a source began into what it has built. */
export async function mergeLive(merge: Merge): Promise<void> {
  const { layout } = merge.built.meta;
  const analyser = createAnalyser(layout.language);
  const target = { index: merge.built.index, layout, analyser, fields: indexFieldsOf(layout, analyser.hasStemmer) };
  await bringChanged(merge, target);
  await bringRemoved(merge, target);
}

async function bringChanged(merge: Merge, target: ChangedIndex): Promise<void> {
  const { cluster, live, base } = merge;
  const changed = { range: { [changedAtField]: { gte: merge.since } } };
  const ofOthers = { bool: { must_not: [{ term: { [sourceField]: base.source } }] } };
  // Where another source has published meanwhile, any of its items may be another one.
  const query = { bool: { should: live.index === base.index ? [changed] : [changed, ofOthers], minimum_should_match: 1 } };
  for await (const page of eachItem(cluster, live.index, query, base.source)) {
    const built = await itemsById(
      cluster,
      target.index,
      page.map(({ item }) => item.id),
    );
    const writes = page.flatMap((now) => writeOf(now, built.get(now.item.id), merge) ?? []);
    await writeItems(cluster, target, writes);
  }
}

/** Null where what was built has it all. */
function writeOf(now: NotedItem, built: NotedItem | undefined, { base }: Merge): ItemWrite | null {
  const put = (item: Item): ItemWrite => ({ ...now, kind: 'put', item, seen: now.changedAt });
  const isOwn = now.item.source === base.source;
  if (built === undefined) return isOwn ? null : put(now.item);
  const { seen } = built;
  // It was changed after it went live.
  if (seen === null) return null;
  if (isOwn) {
    const fields = Object.assign({}, ...now.patches.filter(({ at }) => at > seen).map((patch) => patch.fields)) as Item['fields'];
    if (Object.keys(fields).length === 0) return null;
    return put({ ...built.item, fields: patched(JSON.stringify(built.item.fields), fields) });
  }
  if (now.changedAt !== seen) return put(now.item);
  // What the source has taken over stays with it; what another one has brought anew meanwhile comes over.
  const isTakenOver = built.item.source === base.source;
  return isTakenOver || JSON.stringify(built.item) === JSON.stringify(now.item) ? null : put(now.item);
}

async function bringRemoved({ cluster, live }: Merge, target: ChangedIndex): Promise<void> {
  for await (const page of eachItem(cluster, target.index, { range: { [seenField]: { gte: 0 } } })) {
    const ids = page.map(({ item }) => item.id);
    const there = await itemsById(cluster, live.index, ids);
    const gone = ids.filter((id) => !there.has(id));
    await writeItems(
      cluster,
      target,
      gone.map((id) => ({ kind: 'remove', id })),
    );
  }
}
