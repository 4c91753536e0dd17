import type { FeedRecord, RecordBatches, RecordValue } from '#feeds/feed-record.ts';
import { emptyFields } from '#feeds/field-bag.ts';
import { knownNames, unwrapped } from '#feeds/mapping/known-names.ts';
import { normalName } from '#feeds/mapping/own-name.ts';
import { withSampledWork } from '#feeds/sampled-work.ts';

/** Addresses of product pages by key, and the columns that tell such an export. */
const systems = [
  { key: 'handle', beside: ['body_html', 'product_type', 'variant_price'], path: (key: string) => `/products/${key}` },
  {
    key: 'url_key',
    beside: ['attribute_set_code', 'attribute_set_id', 'product_websites', 'store_view_code'],
    path: (key: string) => `/${key}.html`,
  },
  { key: 'url_key', beside: null, path: (key: string) => `/${key}` },
];

const pageNames = new Set(knownNames.url);

/** Shopify, Magento and Bagisto export the key of the page only. */
export function withPagesOfKeys(batches: RecordBatches): RecordBatches {
  return withSampledWork(batches, (sampled) => {
    const names = [...new Set(sampled.flatMap(({ fields }) => Object.keys(fields)))];
    const find = (wanted: string) => names.find((name) => normalName(name) === wanted);
    for (const { key, beside, path } of systems) {
      const field = find(key);
      if (field === undefined || !(beside?.some((name) => find(name) !== undefined) ?? true)) continue;
      const hasPages = names.some((name) => name !== field && isPage(name));
      if (hasPages) continue;
      return { read: (records) => records.map((record) => withPage(record, field, path)) };
    }
    return null;
  });
}

function isPage(name: string): boolean {
  const normal = normalName(name);
  return [normal, ...unwrapped(normal)].some((each) => pageNames.has(each));
}

function withPage(record: FeedRecord, field: string, path: (key: string) => string): FeedRecord {
  const key = record.fields[field];
  if (typeof key !== 'string' || !/^[^\s/]+$/.test(key)) return record;
  const fields: Record<string, RecordValue> = Object.assign(emptyFields(), record.fields);
  fields['url'] = path(key);
  return { ...record, fields };
}
