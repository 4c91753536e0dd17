import type { FeedRecord, RecordBatches, RecordValue } from '#feeds/feed-record.ts';
import { emptyFields } from '#feeds/field-bag.ts';
import { knownNames } from '#feeds/mapping/known-names.ts';
import { normalName } from '#feeds/mapping/own-name.ts';

/** What a variation doesn't take from its product. */
const ownNames = new Set([
  ...knownNames.id,
  ...knownNames.ean,
  ...knownNames.price,
  ...knownNames.price_before,
  ...knownNames.availability,
]);
/** Products are remembered for their variations, which follow closely; the oldest is forgotten beyond this many. */
const maxRemembered = 2000;

interface Columns {
  /** Exports made by hand have SKUs only. */
  readonly id: string | undefined;
  readonly sku: string;
  readonly type: string;
  readonly parent: string;
}

/**
 * Gives the variations of WooCommerce what their product has and they don't: rows whose type is `variation` name their product
 * by its SKU or by `id:44`. The product itself has no price, so its variations stand for it.
 */
export async function* joinVariations(batches: RecordBatches): RecordBatches {
  let columns: Columns | null | undefined;
  const products = new Map<string, FeedRecord>();
  for await (const batch of batches) {
    columns ??= columnsOf(batch);
    yield columns ? batch.flatMap((record) => joined(record, columns as Columns, products)) : batch;
  }
}

function columnsOf(batch: readonly FeedRecord[]): Columns | null | undefined {
  const fields = [...new Set(batch.flatMap((record) => Object.keys(record.fields)))];
  const found = (name: string) => fields.find((field) => normalName(field) === name);
  const [id, sku, type, parent] = ['id', 'sku', 'type', 'parent'].map(found);
  return sku && type && parent ? { id, sku, type, parent } : undefined;
}

function joined(record: FeedRecord, columns: Columns, products: Map<string, FeedRecord>): FeedRecord[] {
  const type = String(record.fields[columns.type] ?? '').toLowerCase();
  if (type === 'variable') {
    remember(record, columns, products);
    return isPriced(record) ? [record] : [];
  }
  const product = type === 'variation' ? products.get(String(record.fields[columns.parent] ?? '')) : undefined;
  if (!product) return [record];
  const fields: Record<string, RecordValue> = emptyFields();
  for (const [field, value] of Object.entries(product.fields)) if (!ownNames.has(normalName(field))) fields[field] = value;
  Object.assign(fields, record.fields, { '@item_group': String(product.fields[columns.id ?? columns.sku]) });
  return [{ ...record, fields }];
}

function remember(record: FeedRecord, columns: Columns, products: Map<string, FeedRecord>): void {
  const byId = columns.id === undefined ? undefined : `id:${String(record.fields[columns.id])}`;
  for (const key of [record.fields[columns.sku], byId]) if (key !== undefined) products.set(String(key), record);
  for (const oldest of products.keys()) {
    if (products.size <= maxRemembered) break;
    products.delete(oldest);
  }
}

function isPriced({ fields }: FeedRecord): boolean {
  return Object.keys(fields).some((field) => knownNames.price.includes(normalName(field)));
}
