import type { Item } from '#contract/item.ts';
import { idOf, patchOf, planChanges, type StandingItem } from '#engine/item-changes.ts';
import type { ChangeOutcome, CollectionLayout, ItemChange } from '#engine/port.ts';
import type { Analyser } from '#engine/analysis/analyser.ts';
import type { Cluster } from './cluster.ts';
import { documentId, documentOf } from './document.ts';
import { itemsById, type NotedItem, type NotedPatch } from './each-item.ts';
import { changedAtField, patchesField, seenField, type IndexFields } from './index-fields.ts';
import { writeDeadlineMs } from './limits.ts';

interface Outcome {
  readonly status: number;
  readonly error?: { readonly type?: string; readonly reason?: string };
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
export type ItemWrite = { readonly kind: 'remove'; readonly id: string } | ({ readonly kind: 'put' } & NotedItem);

/**
 * Changes items of the live index. Durable and searchable when it returns. null where the index takes no changes because another takes
 * over. Throws `SearchDownError` while the cluster is gone.
 */
export async function changeItems(
  cluster: Cluster,
  live: ChangedIndex,
  changes: readonly ItemChange[],
): Promise<ChangeOutcome[] | null> {
  const now = await itemsById(cluster, live.index, [...new Set(changes.map(idOf))]);
  const { outcomes, items } = planChanges(changes, (id) => standing(now.get(id)));
  const isWritten = await writeItems(
    cluster,
    live,
    [...items].map(([id, next]): ItemWrite => {
      if (next === null) return { kind: 'remove', id };
      const fields = JSON.parse(next.json) as Item['fields'];
      const item: Item = { id, fields, ...(next.source !== null && { source: next.source }) };
      // Later than the change before, whatever the clocks say.
      const changedAt = Math.max(Date.now(), (now.get(id)?.changedAt ?? 0) + 1);
      return { kind: 'put', item, changedAt, patches: patchesOf(now.get(id), item, changedAt), seen: null };
    }),
  );
  return isWritten ? outcomes : null;
}

const standing = (noted: NotedItem | undefined): StandingItem | null =>
  noted === undefined ? null : { json: JSON.stringify(noted.item.fields), source: noted.item.source ?? null };

/** An import of its source that runs meanwhile brings the item anew, with what was patched. */
function patchesOf(before: NotedItem | undefined, item: Item, at: number): NotedPatch[] {
  if (before === undefined || item.source === undefined || before.item.source !== item.source) return [];
  return [...before.patches, { at, fields: patchOf(before.item.fields, item.fields) }];
}

/** The fields of a document that note what became of its item. */
export const notesOf = ({ changedAt, patches, seen }: Omit<NotedItem, 'item'>): object => ({
  ...(changedAt > 0 && { [changedAtField]: changedAt }),
  ...(patches.length > 0 && { [patchesField]: JSON.stringify(patches) }),
  ...(seen !== null && { [seenField]: seen }),
});

/** Writes items, all of them searchable when it returns. Answers whether it was done: an index that is closed takes none. */
export async function writeItems(
  cluster: Cluster,
  { index, layout, fields, analyser }: ChangedIndex,
  writes: readonly ItemWrite[],
): Promise<boolean> {
  if (writes.length === 0) return true;
  const lines = writes.flatMap((write) => {
    if (write.kind === 'remove') return [JSON.stringify({ delete: { _id: documentId(write.id) } })];
    const document = { ...documentOf(write.item, layout, fields, analyser), ...notesOf(write) };
    return [JSON.stringify({ index: { _id: documentId(write.item.id) } }), JSON.stringify(document)];
  });
  const path = `${index}/_bulk?refresh=true&filter_path=items.*.status,items.*.error.type,items.*.error.reason`;
  type Answer = { readonly items: readonly Readonly<Record<string, Outcome>>[] };
  const body = `${lines.join('\n')}\n`;
  const { items } = await cluster.command<Answer>({ method: 'POST', path, body }, writeDeadlineMs);
  const refused = items.flatMap((item) => Object.values(item)).filter(({ status }) => status >= okay && status !== notFound);
  if (refused.some(({ error }) => error?.type === 'cluster_block_exception')) return false;
  if (refused[0] !== undefined)
    throw new Error(`OpenSearch refused a change: ${refused[0].error?.reason ?? 'it gave no reason'}`);
  return true;
}
