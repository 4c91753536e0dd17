import type { FeedWarning } from '#feeds/feed-texts.ts';
import { type FeedRecord, type RecordValue, emptyFields, withFields } from '#feeds/feed-record.ts';
import { sampleFields, shareOf, sharedPictureHost, type FieldSamples } from '#feeds/mapping/mapping-values.ts';
import { knownNames, placeOf, unwrapped } from '#feeds/mapping/known-names.ts';
import { isHostOfShop } from '#feeds/recognise/shop-of-feed.ts';
import type { FieldStage } from '#feeds/sampled-work.ts';
import { normalName } from '#feeds/mapping/item-fields.ts';

/** Share of a field's values that have to be partial addresses. */
const leastShare = 0.6;
const imageNames = new Set(knownNames.image);
const pageNames = new Set(knownNames.url);
const moreImages = /image|img|picture|photo|gallery/;
const absolute = /^(?:https?:)?\/\//i;
const partOfImage = /^(?!\w+:)\.{0,2}\/?(?:[^/:?#]+\/)*[^/:?#]+\.(?:jpe?g|png|webp|gif|avif|svg)(?:\?.*)?$/i;
const partOfPage = /^(?:\/(?!\/)\S+|[^\s:/?#]+\/\S+|[^\s:/?#]+\.html?)$/;
/** `www.shop.example/1.png`, and `shop.com/1.png` under a usual domain. */
const withoutScheme =
  /^(?:www\.(?:[\w-]+\.)+[a-z]{2,}|(?:[\w-]+\.)+(?:com|net|org|eu|shop|store|online|cz|sk|pl|de|at|ch|fr|it|es|pt|nl|be|dk|se|no|fi|hu|ro|bg|gr|hr|si|rs|lt|lv|ee|ua|tr|uk|br|cl|mx|co))(?::\d+)?(?=[/?#]|$)/i;
/** `<img src="…">`, as scrapers copy it. */
const imageTag = /^<img\s[^>]*?\bsrc\s*=\s*["']([^"'>\s]+)/i;
const betweenPictures = /(?<=\.(?:jpe?g|png|webp|gif|avif|svg))\s*[,;|]\s*(?=[^,;|]+\.(?:jpe?g|png|webp|gif|avif|svg))/i;
const wixPicture = /^[\da-f]{6}_[\da-f]{32}~mv\d\w*\.\w{3,4}$/i;
const wixFolder = 'https://static.wixstatic.com/media/';
/** A destination in the address of a click counter: `?url=https%3A%2F%2F…`, `destination:https…`. */
const destination = /(?:[?&;(:/]|[?&;](?:\w+)=|\w+:)(https?(?::|%(?:25)?3A)(?:\/|%(?:25)?2F){2}[^&)\s]+)/i;
const countedShare = 0.9;
const ofAffiliate = /affiliat|アフィリエイト|партнерск|партнёрск/;
const inMagentoFolder = /^\/[^/]\/[^/]\/[^/]+$/;
const magentoFolder = '/media/catalog/product';
/** OpenCart names pictures from its folder. */
const inOpenCartFolder = /^(?:catalog|data)\/(?!product\/)/;
const openCartFolder = '/image/';

interface PartialField {
  readonly from: string;
  readonly isCounter: boolean;
  readonly isImage: boolean;
}

/**
 * Completes pictures and pages without a host by the most frequent host of the items, the feed's shop address, or the feed's
 * own, and reports it.
 */
export function wholeAddresses(
  addresses: { readonly shopAddress: string | null; readonly feedAddress: string | null },
  tell: (warning: FeedWarning) => void,
): FieldStage {
  let isTold = false;
  const tellOnce = (warning: FeedWarning) => {
    if (!isTold) tell(warning);
    isTold = true;
  };
  return {
    workOf(sampled) {
      const complete = completerOf(sampled, addresses, tellOnce);
      return complete && { read: (records) => records.map(complete) };
    },
  };
}

function completerOf(
  records: readonly FeedRecord[],
  { shopAddress, feedAddress }: { readonly shopAddress: string | null; readonly feedAddress: string | null },
  tell: (warning: FeedWarning) => void,
): ((record: FeedRecord) => FeedRecord) | null {
  const samples = sampleFields(records, records.length);
  const partial = samples.flatMap((field) => partialField(field) ?? []);
  if (partial.length === 0) return null;
  const own = samples.filter(({ from }) => partial.some((field) => field.from === from));
  const pages = samples.filter(({ normal }) => pageNames.has(normal));
  const base = commonHost(pages) ?? shopOrigin(shopAddress) ?? shopOrigin(feedAddress) ?? commonHost(own);
  const without = own.find(({ from, texts }) => {
    const field = partial.find((each) => each.from === from);
    return (
      field !== undefined &&
      texts.some((text) => whole(text.split(';')[0] ?? '', field, null) === text && isPartOf(text, field.isImage))
    );
  });
  if (base !== null && without) tell({ code: 'completedAddresses', details: { field: without.from, base } });
  return (record) => completed(record, partial, base);
}

function partialField(field: FieldSamples): PartialField | null {
  const names = [field.normal, field.plain, ...unwrapped(field.plain), ...field.alternatives];
  const isImage = names.some((name) => imageNames.has(name) || moreImages.test(name));
  const isPart = (text: string) => isPartOf(text, isImage);
  const fitting = shareOf(field, (text) => isPart(text) || absolute.test(text));
  // An affiliate's links lead through its counter.
  const isCounter =
    !isImage && !ofAffiliate.test(field.normal) && shareOf(field, (text) => destinationOf(text) !== null) >= countedShare;
  if (!isImage && !isCounter && !names.some((name) => placeOf('url', name) !== -1)) return null;
  return isCounter || (fitting >= leastShare && field.texts.some(isPart)) ? { from: field.from, isImage, isCounter } : null;
}

function isPartOf(text: string, isImage: boolean): boolean {
  if (!isImage) return partOfPage.test(text) || withoutScheme.test(text);
  return (
    (partOfImage.test(text) && text.includes('/')) ||
    imageTag.test(text) ||
    withoutScheme.test(text) ||
    text.split(';').every((each) => wixPicture.test(each))
  );
}

/** null in addresses that don't lead elsewhere. */
function destinationOf(text: string): string | null {
  const [, found = ''] = absolute.test(text) ? (destination.exec(text.slice('https://'.length)) ?? []) : [];
  let address = found;
  for (let pass = 0; pass < 2 && /^https?%(?:25)?3A/i.test(address); pass += 1) address = decoded(address);
  const url = URL.parse(address);
  return url !== null && url.hostname !== URL.parse(text)?.hostname ? url.href : null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Page addresses are asked first: pictures often come from a CDN. */
function commonHost(samples: readonly FieldSamples[]): string | null {
  const counts = new Map<string, number>();
  for (const { texts } of samples) {
    for (const text of texts) {
      if (sharedPictureHost.test(text)) continue;
      const origin = absolute.test(text) ? originOf(text) : withoutScheme.test(text) ? originOf(`https://${text}`) : null;
      if (origin !== null) counts.set(origin, (counts.get(origin) ?? 0) + 1);
    }
  }
  return [...counts].reduce<[string | null, number]>((most, each) => (each[1] > most[1] ? each : most), [null, 0])[0];
}

function originOf(address: string | null): string | null {
  const url = address === null ? null : URL.parse(address.startsWith('//') ? `https:${address}` : address);
  return url && /^https?:$/.test(url.protocol) ? url.origin : null;
}

function shopOrigin(address: string | null): string | null {
  const origin = originOf(address);
  return origin !== null && isHostOfShop(origin) ? origin : null;
}

function completed(record: FeedRecord, partial: readonly PartialField[], base: string | null): FeedRecord {
  let fields: Record<string, RecordValue> | null = null;
  for (const field of partial) {
    const value = record.fields[field.from];
    if (value === undefined || typeof value === 'number' || typeof value === 'boolean') continue;
    fields ??= Object.assign(emptyFields(), record.fields);
    const texts = typeof value === 'string' && field.isImage ? value.split(betweenPictures) : [value].flat();
    const addresses = texts.map((each) => whole(String(each), field, base));
    fields[field.from] = typeof value === 'string' && addresses.length === 1 ? addresses[0]! : addresses;
  }
  return fields ? { ...record, fields } : record;
}

function whole(given: string, { isImage, isCounter }: PartialField, base: string | null): string {
  const text = isImage ? (imageTag.exec(given)?.[1] ?? given) : given;
  if (isCounter) return destinationOf(text) ?? text;
  if (absolute.test(text)) return text;
  if (isImage && wixPicture.test(text.trim())) return wixFolder + text.trim();
  if (withoutScheme.test(text)) return `https://${text}`;
  if (base === null || !(isImage ? partOfImage : partOfPage).test(text)) return text;
  const folder = !isImage ? '' : inMagentoFolder.test(text) ? magentoFolder : inOpenCartFolder.test(text) ? openCartFolder : '';
  return URL.parse(folder + text, base)?.href ?? text;
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
export const pagesOfKeys: FieldStage = {
  workOf(sampled) {
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
  },
};

/** As Shopify, WooCommerce, Shopware 5 and PrestaShop write them. */
const ofVariant = /(?:[?&](?:variant(?:_?id)?|variation_?id|attribute_[\w%-]+|number)=[^#&]*)+|#\/\d+-.*$/i;
const campaign = /(?<=[?&])utm_\w+=[^&#]*&?/g;

/** Pages that differ in the variant only belong to one product. */
export const groupsOfPages: FieldStage = {
  workOf(sampled) {
    const fields = sampleFields(sampled, sampled.length);
    const page = fields.find((field) => isPage(field.from) && field.texts.some((text) => ofVariant.test(text)));
    if (page === undefined || fields.some(({ plain }) => placeOf('item_group', plain) !== -1)) return null;
    return {
      read: (records) =>
        records.map((record) => {
          const address = record.fields[page.from];
          const isOfVariant = typeof address === 'string' && absolute.test(address) && ofVariant.test(address);
          return isOfVariant
            ? withFields(record, { '@item_group': address.replaceAll(campaign, '').replace(/[?&]$/, '').replace(ofVariant, '') })
            : record;
        }),
    };
  },
};

function isPage(name: string): boolean {
  const normal = normalName(name);
  return [normal, ...unwrapped(normal)].some((each) => pageNames.has(each));
}

function withPage(record: FeedRecord, field: string, path: (key: string) => string): FeedRecord {
  const key = record.fields[field];
  return typeof key === 'string' && /^[^\s/]+$/.test(key) ? withFields(record, { url: path(key) }) : record;
}
