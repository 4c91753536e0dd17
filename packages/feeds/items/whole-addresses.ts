import type { FeedWarning } from '#feeds/feed-texts.ts';
import { type FeedRecord, type RecordBatches, type RecordValue, emptyFields } from '#feeds/feed-record.ts';
import { sampleFields, shareOf, type FieldSamples } from '#feeds/mapping/mapping-values.ts';
import { knownNames, unwrapped } from '#feeds/mapping/known-names.ts';
import { withSampledWork } from '#feeds/sampled-work.ts';
import { normalName } from '#feeds/mapping/item-fields.ts';

/** Share of a field's values that have to be partial addresses. */
const leastShare = 0.6;
const imageNames = new Set(knownNames.image);
const pageNames = new Set(knownNames.url);
const moreImages = /image|img|picture|photo|gallery/;
const absolute = /^(?:https?:)?\/\//i;
const partOfImage = /^(?!\w+:)\.{0,2}\/?(?:[^/:?#]+\/)*[^/:?#]+\.(?:jpe?g|png|webp|gif|avif|svg)(?:\?.*)?$/i;
const partOfPage = /^(?:\/(?!\/)\S+|[^\s:/?#]+\/\S+|[^\s:/?#]+\.html?)$/;
const inMagentoFolder = /^\/[^/]\/[^/]\/[^/]+$/;
const magentoFolder = '/media/catalog/product';

interface PartialField {
  readonly from: string;
  readonly isImage: boolean;
}

/**
 * Completes pictures and pages without a host by the most frequent host of the items, the feed's shop address, or the feed's
 * own, and reports it.
 */
export function withWholeAddresses(
  batches: RecordBatches,
  addresses: { readonly shopAddress: string | null; readonly feedAddress: string | null },
  tell: (warning: FeedWarning) => void,
): RecordBatches {
  return withSampledWork(batches, (sampled) => {
    const complete = completerOf(sampled, addresses, tell);
    return complete && { read: (records) => records.map(complete) };
  });
}

function completerOf(
  records: readonly FeedRecord[],
  { shopAddress, feedAddress }: { readonly shopAddress: string | null; readonly feedAddress: string | null },
  tell: (warning: FeedWarning) => void,
): ((record: FeedRecord) => FeedRecord) | null {
  const samples = sampleFields(records);
  const partial = samples.flatMap((field) => partialField(field) ?? []);
  const [first] = partial;
  if (!first) return null;
  const own = samples.filter(({ from }) => partial.some((field) => field.from === from));
  const pages = samples.filter(({ normal }) => pageNames.has(normal));
  const base = commonHost(pages) ?? originOf(shopAddress) ?? originOf(feedAddress) ?? commonHost(own);
  if (base === null) return null;
  tell({ code: 'completedAddresses', details: { field: first.from, base } });
  return (record) => completed(record, partial, base);
}

function partialField(field: FieldSamples): PartialField | null {
  const names = [field.normal, field.plain, ...unwrapped(field.plain), ...field.alternatives];
  const isImage = names.some((name) => imageNames.has(name) || moreImages.test(name));
  if (!isImage && !names.some((name) => pageNames.has(name))) return null;
  const isPart = (text: string) => (isImage ? partOfImage.test(text) && text.includes('/') : partOfPage.test(text));
  const fitting = shareOf(field, (text) => isPart(text) || absolute.test(text));
  return fitting >= leastShare && field.texts.some(isPart) ? { from: field.from, isImage } : null;
}

/** Page addresses are asked first: pictures often come from a CDN. */
function commonHost(samples: readonly FieldSamples[]): string | null {
  const counts = new Map<string, number>();
  for (const { texts } of samples) {
    for (const text of texts) {
      const origin = absolute.test(text) ? originOf(text) : null;
      if (origin !== null) counts.set(origin, (counts.get(origin) ?? 0) + 1);
    }
  }
  return [...counts].reduce<[string | null, number]>((most, each) => (each[1] > most[1] ? each : most), [null, 0])[0];
}

function originOf(address: string | null): string | null {
  const url = address === null ? null : URL.parse(address.startsWith('//') ? `https:${address}` : address);
  return url && /^https?:$/.test(url.protocol) ? url.origin : null;
}

function completed(record: FeedRecord, partial: readonly PartialField[], base: string): FeedRecord {
  let fields: Record<string, RecordValue> | null = null;
  for (const field of partial) {
    const value = record.fields[field.from];
    if (value === undefined || typeof value === 'number' || typeof value === 'boolean') continue;
    fields ??= Object.assign(emptyFields(), record.fields);
    fields[field.from] =
      typeof value === 'string' ? whole(value, field, base) : value.map((each) => whole(String(each), field, base));
  }
  return fields ? { ...record, fields } : record;
}

function whole(text: string, { isImage }: PartialField, base: string): string {
  if (absolute.test(text) || !(isImage ? partOfImage : partOfPage).test(text)) return text;
  const path = isImage && inMagentoFolder.test(text) ? magentoFolder + text : text;
  return URL.parse(path, base)?.href ?? text;
}

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
