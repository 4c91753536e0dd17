import type { FeedRecord, RecordBatches, RecordValue } from '#feeds/feed-record.ts';
import { emptyFields } from '#feeds/field-bag.ts';
import { normalName } from '#feeds/mapping/own-name.ts';
import { parseNumber } from '#feeds/values/price.ts';

const pictures = 'https://static.wixstatic.com/media/';
const columnNames = [
  'handle_id',
  'field_type',
  'price',
  'surcharge',
  'discount_mode',
  'discount_value',
  'product_image_url',
] as const;
const percent = 100;

type Columns = Readonly<Record<(typeof columnNames)[number], string | undefined>>;

/** Wix: addresses of pictures, discounted prices, and variants at the price of their product plus surcharge. */
export function withSurcharges(batches: RecordBatches, header: readonly string[]): RecordBatches {
  const entries = columnNames.map((name) => [name, header.find((column) => normalName(column) === name)]);
  const columns = Object.fromEntries(entries) as Columns;
  const isWix = columns.handle_id !== undefined && columns.field_type !== undefined;
  return isWix ? completed(batches, columns) : batches;
}

async function* completed(batches: RecordBatches, columns: Columns): RecordBatches {
  let product: FeedRecord | null = null;
  for await (const batch of batches) {
    const records: FeedRecord[] = [];
    for (const record of batch) {
      const isVariant = product !== null && textIn(record, columns.field_type) === 'Variant';
      if (!isVariant) product = record;
      records.push(completedRow(record, isVariant ? (product ?? record) : record, columns));
    }
    yield records;
  }
}

function completedRow(record: FeedRecord, product: FeedRecord, columns: Columns): FeedRecord {
  const fields: Record<string, RecordValue> = Object.assign(emptyFields(), record.fields);
  const { price, product_image_url: picture } = columns;
  if (picture !== undefined && fields[picture] !== undefined) {
    const names = textIn(record, picture).split(';');
    fields[picture] = names.map((name) => (/^https?:|^\/\//.test(name) ? name : pictures + name));
  }
  const base = parseNumber(textIn(product, price));
  if (price === undefined || base === null) return { ...record, fields };
  const full = base + (parseNumber(textIn(record, columns.surcharge)) ?? 0);
  const reduced = full - discountOf(full, product, columns);
  if (record !== product) fields[price] = String(rounded(full));
  if (reduced < full && reduced > 0) fields['@sale_price'] = String(rounded(reduced));
  return { ...record, fields };
}

function discountOf(price: number, product: FeedRecord, { discount_mode: mode, discount_value: value }: Columns): number {
  const discount = parseNumber(textIn(product, value)) ?? 0;
  return textIn(product, mode) === 'PERCENT' ? (price * discount) / percent : discount;
}

const rounded = (amount: number): number => Math.round(amount * percent) / percent;

const textIn = ({ fields }: FeedRecord, column: string | undefined): string =>
  column === undefined ? '' : String(fields[column] ?? '').trim();
