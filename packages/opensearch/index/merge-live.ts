import { patched } from '#engine/index/item-changes.ts';
import { analyserOf } from '#engine/query/analysis/analysers.ts';
import type { Item } from '#contract/item.ts';
import type { Cluster } from '#opensearch/cluster.ts';
import { eachItem, itemsById, type NotedItem } from './each-item.ts';
import type { BuildBase, DescribedIndex } from './generations.ts';
import { changedAtField, indexFieldsOf, sourceField, seenField } from './documents.ts';
import { type ChangedIndex, type ItemWrite, settleItems } from './item-writes.ts';

interface Merge {
  readonly cluster: Cluster;
  readonly live: DescribedIndex;
  readonly built: DescribedIndex;
  readonly base: BuildBase;
  /** Changes from then on are brought over; epoch milliseconds. */
  readonly since: number;
}

/** Brings what has become of the live items since the build of a source began into what it has built. */
export async function mergeLive(merge: Merge): Promise<void> {
  const { layout } = merge.built.meta;
  const analyser = analyserOf(layout.language);
  const target = { index: merge.built.index, layout, analyser, fields: indexFieldsOf(layout, analyser.hasStemmer) };
  await bringChanged(merge, target);
  await bringRemoved(merge, target);
  await merge.cluster.command({ method: 'POST', path: `${target.index}/_refresh` });
}

async function bringChanged(merge: Merge, target: ChangedIndex): Promise<void> {
  const { cluster, live, base } = merge;
  const changed = { range: { [changedAtField]: { gte: merge.since } } };
  const ofOthers = { bool: { must_not: [{ term: { [sourceField]: base.source } }] } };
  // Where another source has published meanwhile, any of its items may be another one.
  const query = { bool: { should: live.index === base.index ? [changed] : [changed, ofOthers], minimum_should_match: 1 } };
  for await (const page of eachItem(cluster, live.index, query)) {
    const live = new Map(page.map((noted) => [noted.item.id, noted]));
    await settleItems(cluster, target, [...live.keys()], (ids, built) =>
      ids.flatMap((id) => writeOf(live.get(id)!, built.get(id), merge) ?? []),
    );
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
    const later = Object.entries(now.patches).filter(([, [at]]) => at > seen);
    const fields = Object.fromEntries(later.map(([name, [, value]]) => [name, value]));
    if (Object.keys(fields).length === 0) return null;
    return put({ ...built.item, fields: patched(JSON.stringify(built.item.fields), fields) });
  }
  if (now.changedAt !== seen) return put(now.item);
  // What the source has taken over stays with it; what another one has brought since comes over.
  const isTakenOver = built.item.source === base.source;
  return isTakenOver || JSON.stringify(built.item) === JSON.stringify(now.item) ? null : put(now.item);
}

async function bringRemoved({ cluster, live }: Merge, target: ChangedIndex): Promise<void> {
  for await (const page of eachItem(cluster, target.index, { range: { [seenField]: { gte: 0 } } })) {
    const ids = page.map(({ item }) => item.id);
    const there = await itemsById(cluster, live.index, ids);
    const gone = ids.filter((id) => !there.has(id));
    // One that was changed after it went live stays.
    await settleItems(cluster, target, gone, (left, built) =>
      left.flatMap((id) => (built.get(id)?.seen == null ? [] : [{ kind: 'remove', id }])),
    );
  }
}
