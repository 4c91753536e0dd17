import type { Item } from '#contract/item.ts';
import { idOf, planChanges } from '#engine/item-changes.ts';
import type { ChangeOutcome, ItemChange } from '#engine/port.ts';
import type { Cluster } from './cluster.ts';
import { documentId, documentOf } from './document.ts';
import type { IndexMeta } from './generations.ts';
import { itemField } from './index-fields.ts';
import { writeDeadlineMs } from './limits.ts';
import type { LiveGeneration } from './live-generation.ts';

interface Outcome {
  readonly status: number;
  readonly error?: { readonly reason?: string };
}

const okay = 300;
const notFound = 404;

/** Changes items of the live index. Durable and searchable when it returns. Throws `SearchDownError` while the cluster is gone. */
export async function changeItems(
  cluster: Cluster,
  live: LiveGeneration,
  layout: IndexMeta['layout'],
  changes: readonly ItemChange[],
): Promise<ChangeOutcome[]> {
  const now = await fieldsNow(cluster, live.index, [...new Set(changes.map(idOf))]);
  const { outcomes, fields } = planChanges(changes, (id) => now.get(id) ?? null);
  if (fields.size === 0) return outcomes;
  const lines = [...fields].flatMap(([id, json]) => {
    if (json === null) return [JSON.stringify({ delete: { _id: documentId(id) } })];
    const item: Item = { id, fields: JSON.parse(json) as Item['fields'] };
    const document = documentOf(item, layout, live.fields, live.analyser);
    return [JSON.stringify({ index: { _id: documentId(id) } }), JSON.stringify(document)];
  });
  const path = `${live.index}/_bulk?refresh=true&filter_path=items.*.status,items.*.error.reason`;
  type Answer = { readonly items: readonly Readonly<Record<string, Outcome>>[] };
  const body = `${lines.join('\n')}\n`;
  const { items } = await cluster.command<Answer>({ method: 'POST', path, body }, writeDeadlineMs);
  const refused = items.flatMap((item) => Object.values(item)).find(({ status }) => status >= okay && status !== notFound);
  if (refused !== undefined) throw new Error(`OpenSearch refused a change: ${refused.error?.reason ?? 'it gave no reason'}`);
  return outcomes;
}

/** The fields of the items that there are, as JSON. */
async function fieldsNow(cluster: Cluster, index: string, ids: readonly string[]): Promise<Map<string, string>> {
  const path = `${index}/_mget?_source_includes=${itemField}&filter_path=docs._source`;
  type Found = { readonly docs?: readonly { readonly _source?: Readonly<Record<string, string>> }[] };
  const { docs = [] } = await cluster.command<Found>({ method: 'POST', path, body: { ids: ids.map(documentId) } });
  const items = docs.flatMap(({ _source }) => (_source === undefined ? [] : [JSON.parse(_source[itemField] ?? '') as Item]));
  return new Map(items.map(({ id, fields }) => [id, JSON.stringify(fields)]));
}
