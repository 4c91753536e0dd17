import type { FeedRecord, RecordBatches, RecordValue } from '#feeds/feed-record.ts';
import { emptyFields } from '#feeds/field-bag.ts';
import { knownNames } from '#feeds/mapping/known-names.ts';
import { plainName } from '#feeds/mapping/own-name.ts';

const ownNames = new Set([...knownNames.id, ...knownNames.ean, ...knownNames.product_code, ...knownNames.availability]);
/** A name such as `[S]Color=Silver,[RT]Size=M`. */
const option = /\[\w+\]([^=,]+)=([^,]*)/g;

interface Columns {
  readonly type: string;
  readonly id: string;
  readonly name: string;
}

/** BigCommerce: SKU rows inherit from the product above them. Rules, which change prices, are no items. */
export function joinSkus(batches: RecordBatches, header: readonly string[]): RecordBatches {
  const [type, id, name] = ['item_type', 'product_id', 'product_name'].map((known) =>
    header.find((column) => plainName(column) === known),
  );
  return type && id && name ? joined(batches, { type, id, name }) : batches;
}

async function* joined(batches: RecordBatches, columns: Columns): RecordBatches {
  let product: FeedRecord | null = null;
  for await (const batch of batches) {
    const records: FeedRecord[] = [];
    for (const record of batch) {
      const type = typeOf(record, columns);
      if (type === 'rule') continue;
      if (type === 'sku' && product !== null) {
        if (records.at(-1) === product) records[records.length - 1] = grouped(product, product, columns);
        records.push(variantOf(product, record, columns));
        continue;
      }
      product = record;
      records.push(record);
    }
    yield records;
  }
}

const typeOf = ({ fields }: FeedRecord, { type }: Columns): string =>
  String(fields[type] ?? '')
    .trim()
    .toLowerCase();

function grouped(record: FeedRecord, product: FeedRecord, { id }: Columns): FeedRecord {
  const group = { '@item_group': String(product.fields[id] ?? '') };
  return { ...record, fields: Object.assign(emptyFields(), record.fields, group) };
}

function variantOf(product: FeedRecord, sku: FeedRecord, columns: Columns): FeedRecord {
  const { id, name } = columns;
  const fields: Record<string, RecordValue> = emptyFields();
  for (const [field, value] of Object.entries(product.fields)) if (!ownNames.has(plainName(field))) fields[field] = value;
  Object.assign(fields, sku.fields);
  fields[id] = `${String(product.fields[id] ?? '')}-${String(sku.fields[id] ?? sku.position)}`;
  if (product.fields[name] !== undefined) fields[name] = product.fields[name];
  for (const [, key = '', value = ''] of String(sku.fields[name] ?? '').matchAll(option)) fields[`param.${key}`] = value;
  return grouped({ ...sku, fields }, product, columns);
}
