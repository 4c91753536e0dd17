import type { Item } from '#contract/item.ts';
import { idOf, patchOf, planChanges, type StandingItem } from '#engine/item-changes.ts';
import type { ChangeOutcome, CollectionLayout, ItemChange } from '#engine/port.ts';
import type { Analyser } from '#engine/analysis/analyser.ts';
import type { Cluster } from './cluster.ts';
import { documentId, documentOf } from './document.ts';
import { itemsById, type NotedItem, type NotedPatch } from './each-item.ts';
import { changedAtField, patchesField, wasLiveField, type IndexFields } from './index-fields.ts';
import { writeDeadlineMs } from './limits.ts';

interface Outcome {
  readonly status: number;
  readonly error?: { readonly reason?: string };
}

const okay = 300;
const notFound = 404;

/** Where single items are written, and how they are indexed there. */
export interface ChangedIndex {
  readonly index: string;
  readonly layout: CollectionLayout;
  readonly fields: IndexFields;
  readonly analyser: Analyser;
}

/** What becomes of one item. */
export type ItemWrite =
  | { readonly kind: 'remove'; readonly id: string }
  | ({ readonly kind: 'put' } & Omit<NotedItem, 'wasLive'> & { readonly wasLive?: boolean });

/** Changes items of the live index. Durable and searchable when it returns. Throws `SearchDownError` while the cluster is gone. */
export async function changeItems(
  cluster: Cluster,
  live: ChangedIndex,
  changes: readonly ItemChange[],
): Promise<ChangeOutcome[]> {
  const now = await itemsById(cluster, live.index, [...new Set(changes.map(idOf))]);
  const { outcomes, items } = planChanges(changes, (id) => standing(now.get(id)));
  const changedAt = Date.now();
  await writeItems(
    cluster,
    live,
    [...items].map(([id, next]): ItemWrite => {
      if (next === null) return { kind: 'remove', id };
      const fields = JSON.parse(next.json) as Item['fields'];
      const item: Item = { id, fields, ...(next.source !== null && { source: next.source }) };
      return { kind: 'put', item, changedAt, patches: patchesOf(now.get(id), item, changedAt) };
    }),
  );
  return outcomes;
}

const standing = (noted: NotedItem | undefined): StandingItem | null =>
  noted === undefined ? null : { json: JSON.stringify(noted.item.fields), source: noted.item.source ?? null };

/** An import of its source that runs meanwhile brings the item anew, with what was patched. */
function patchesOf(before: NotedItem | undefined, item: Item, at: number): NotedPatch[] {
  if (before === undefined || item.source === undefined || before.item.source !== item.source) return [];
  return [...before.patches, { at, fields: patchOf(before.item.fields, item.fields) }];
}

/** Writes items, all of them searchable when it returns. */
export async function writeItems(
  cluster: Cluster,
  { index, layout, fields, analyser }: ChangedIndex,
  writes: readonly ItemWrite[],
): Promise<void> {
  if (writes.length === 0) return;
  const lines = writes.flatMap((write) => {
    if (write.kind === 'remove') return [JSON.stringify({ delete: { _id: documentId(write.id) } })];
    const { item, changedAt, patches, wasLive } = write;
    const document = {
      ...documentOf(item, layout, fields, analyser),
      [changedAtField]: changedAt,
      ...(patches.length > 0 && { [patchesField]: JSON.stringify(patches) }),
      ...(wasLive === true && { [wasLiveField]: true }),
    };
    return [JSON.stringify({ index: { _id: documentId(item.id) } }), JSON.stringify(document)];
  });
  const path = `${index}/_bulk?refresh=true&filter_path=items.*.status,items.*.error.reason`;
  type Answer = { readonly items: readonly Readonly<Record<string, Outcome>>[] };
  const body = `${lines.join('\n')}\n`;
  const { items } = await cluster.command<Answer>({ method: 'POST', path, body }, writeDeadlineMs);
  const refused = items.flatMap((item) => Object.values(item)).find(({ status }) => status >= okay && status !== notFound);
  if (refused !== undefined) throw new Error(`OpenSearch refused a change: ${refused.error?.reason ?? 'it gave no reason'}`);
}
