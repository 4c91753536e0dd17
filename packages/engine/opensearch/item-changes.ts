import { setTimeout as sleep } from 'node:timers/promises';
import type { Item } from '#contract/item.ts';
import { idOf, planChanges } from '#engine/item-changes.ts';
import type { ChangeOutcome, ItemChange } from '#engine/port.ts';
import type { Cluster } from './cluster.ts';
import { documentId, documentOf } from './document.ts';
import type { IndexMeta } from './generations.ts';
import { itemField } from './index-fields.ts';
import { closedPauseMs, closedTooLongMs, writeDeadlineMs } from './limits.ts';
import type { LiveGeneration } from './live-generation.ts';

interface Outcome {
  readonly status: number;
  readonly error?: { readonly type?: string; readonly reason?: string };
}

/** An index that changes go to, as it is live. */
export interface ChangeTarget {
  readonly live: Pick<LiveGeneration, 'index' | 'fields' | 'analyser'>;
  readonly layout: IndexMeta['layout'];
}

/** New fields of items as JSON by id; null where an item goes. */
type NewFields = ReadonlyMap<string, string | null>;

const okay = 300;
const notFound = 404;

/**
 * Changes items of the live index. Durable and searchable when it returns. `targetNow` looks the live index up, and again while that one is
 * closed for a moment because another takes over. Throws `SearchDownError` while the cluster is gone.
 */
export async function changeItems(
  cluster: Cluster,
  targetNow: () => Promise<ChangeTarget>,
  open: (index: string) => Promise<void>,
  changes: readonly ItemChange[],
): Promise<ChangeOutcome[]> {
  let target = await targetNow();
  const now = await fieldsNow(cluster, target.live.index, [...new Set(changes.map(idOf))]);
  const { outcomes, fields } = planChanges(changes, (id) => now.get(id) ?? null);
  const first = performance.now();
  for (;;) {
    if (await writeItems(cluster, target, fields)) return outcomes;
    await sleep(closedPauseMs);
    // Nobody who is still there leaves an index closed for so long.
    if (performance.now() - first > closedTooLongMs) await open(target.live.index);
    target = await targetNow();
  }
}

/** Answers whether it was done: an index that is closed takes no changes. Written twice, items are the same. */
export async function writeItems(cluster: Cluster, { live, layout }: ChangeTarget, fields: NewFields): Promise<boolean> {
  if (fields.size === 0) return true;
  const lines = [...fields].flatMap(([id, json]) => {
    if (json === null) return [JSON.stringify({ delete: { _id: documentId(id) } })];
    const item: Item = { id, fields: JSON.parse(json) as Item['fields'] };
    const document = documentOf(item, layout, live.fields, live.analyser);
    return [JSON.stringify({ index: { _id: documentId(id) } }), JSON.stringify(document)];
  });
  const path = `${live.index}/_bulk?refresh=true&filter_path=items.*.status,items.*.error.type,items.*.error.reason`;
  type Answer = { readonly items: readonly Readonly<Record<string, Outcome>>[] };
  const body = `${lines.join('\n')}\n`;
  const { items } = await cluster.command<Answer>({ method: 'POST', path, body }, writeDeadlineMs);
  const refused = items.flatMap((item) => Object.values(item)).filter(({ status }) => status >= okay && status !== notFound);
  if (refused.some(({ error }) => error?.type === 'cluster_block_exception')) return false;
  if (refused[0] !== undefined)
    throw new Error(`OpenSearch refused a change: ${refused[0].error?.reason ?? 'it gave no reason'}`);
  return true;
}

/** The fields of the items that there are, as JSON. */
async function fieldsNow(cluster: Cluster, index: string, ids: readonly string[]): Promise<Map<string, string>> {
  const path = `${index}/_mget?_source_includes=${itemField}&filter_path=docs._source`;
  type Found = { readonly docs?: readonly { readonly _source?: Readonly<Record<string, string>> }[] };
  const { docs = [] } = await cluster.command<Found>({ method: 'POST', path, body: { ids: ids.map(documentId) } });
  const items = docs.flatMap(({ _source }) => (_source === undefined ? [] : [JSON.parse(_source[itemField] ?? '') as Item]));
  return new Map(items.map(({ id, fields }) => [id, JSON.stringify(fields)]));
}
