import type { FeedRecord, RecordBatches, RecordValue } from '#feeds/feed-record.ts';
import { emptyFields } from '#feeds/field-bag.ts';
import { hidingFieldsOf } from '#feeds/items/published-only.ts';
import { isProductKind, knownNames } from '#feeds/mapping/known-names.ts';
import { normalName } from '#feeds/mapping/own-name.ts';

const ownNames = new Set([
  ...knownNames.id,
  ...knownNames.ean,
  ...knownNames.price,
  ...knownNames.price_before,
  ...knownNames.availability,
]);
const maxRemembered = 2000;

interface Columns {
  readonly id: string | undefined;
  readonly sku: string;
  readonly type: string;
  readonly parent: string;
}

/**
 * WooCommerce: rows of type `variation` inherit from their product, which they name by SKU or as `id:44`. Having no price, the
 * product is replaced by them.
 */
export async function* joinVariations(batches: RecordBatches): RecordBatches {
  let columns: Columns | null | undefined;
  const products = new Map<string, FeedRecord>();
  for await (const batch of batches) {
    columns ??= columnsOf(batch);
    yield columns ? batch.flatMap((record) => joined(record, columns as Columns, products)) : batch;
  }
}

function columnsOf(batch: readonly FeedRecord[]): Columns | undefined {
  const fields = [...new Set(batch.flatMap((record) => Object.keys(record.fields)))];
  const found = (name: string) => fields.find((field) => normalName(field) === name);
  const type = fields.find((field) => batch.some((record) => record.fields[field] === 'variation') && holdsTypes(batch, field));
  if (type === undefined) return undefined;
  const variations = batch.filter((record) => record.fields[type] === 'variation');
  const variables = batch.filter((record) => record.fields[type] === 'variable');
  const parent = found('parent') ?? fields.find((field) => isParent(field, variations, variables));
  if (parent === undefined) return undefined;
  const parents = new Set(variations.map((record) => String(record.fields[parent])));
  const named = (field: string) => variables.some((record) => parents.has(String(record.fields[field])));
  const sku = found('sku') ?? fields.find((field) => field !== parent && named(field)) ?? parent;
  return { id: found('id'), sku, type, parent };
}

function holdsTypes(batch: readonly FeedRecord[], field: string): boolean {
  return batch.every(({ fields }) => fields[field] === undefined || isProductKind(String(fields[field])));
}

/** Variations name their product in this column; products leave it empty. */
function isParent(field: string, variations: readonly FeedRecord[], variables: readonly FeedRecord[]): boolean {
  if (variables.some((record) => record.fields[field] !== undefined)) return false;
  const known = new Set(variables.flatMap((record) => Object.values(record.fields).map(String)));
  const names = variations.flatMap((record) => record.fields[field] ?? []).map(String);
  return names.length > 0 && names.every((name) => /^id:\d+$/.test(name) || known.has(name));
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
  Object.assign(fields, record.fields, hidingFieldsOf(product), {
    '@item_group': String(product.fields[columns.id ?? columns.sku]),
  });
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
