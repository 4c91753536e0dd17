import type { FeedWarning } from '#contract/texts/import-texts.ts';
import type { Bytes } from '#feeds/bytes/byte-stream.ts';
import { isArticleFeed, withArticleCategories } from '#feeds/xml/article-categories.ts';
import { categoriesAbove, withCategories } from '#feeds/xml/category-tree.ts';
import { attributeColumns, withNamedAttributes } from '#feeds/csv/csv-attributes.ts';
import { unpackPairs } from '#feeds/csv/csv-pairs.ts';
import { joinVariations } from '#feeds/csv/csv-parents.ts';
import { joinConfigurables } from '#feeds/csv/csv-configurables.ts';
import { mainEdition } from '#feeds/csv/csv-editions.ts';
import { splitLists } from '#feeds/items/split-lists.ts';
import { columnNames, csvRecords, givenColumns } from '#feeds/csv/csv-records.ts';
import { joinVariants } from '#feeds/csv/csv-variants.ts';
import { shopifyColumns, withShopifyMeaning } from '#feeds/csv/csv-shopify.ts';
import { joinSkus } from '#feeds/csv/csv-skus.ts';
import { withSurcharges } from '#feeds/csv/csv-surcharges.ts';
import { detectHeader } from '#feeds/csv/csv-header.ts';
import { decode } from '#feeds/bytes/decode.ts';
import { type DetectedEncoding, detectEncoding } from '#feeds/bytes/encoding.ts';
import { FeedError, TagNameNeeded } from './feed-error.ts';
import type { FeedRecord, RecordBatches } from './feed-record.ts';
import type { FeedSettings, FeedSource, FeedType } from './feed-settings.ts';
import { detectJsonLayout } from '#feeds/json/json-layout.ts';
import { jsonRecords } from '#feeds/json/json-records.ts';
import { readLimits, type ReadLimits, unpackLimits } from './limits.ts';
import { recogniseTagName } from '#feeds/recognise/recognise.ts';
import { refuseAnswers } from '#feeds/recognise/refuse-answers.ts';
import { refuseBinary } from '#feeds/recognise/refuse-binary.ts';
import { type ShopOfFeed, shopOfFeed } from '#feeds/recognise/shop-of-feed.ts';
import { sniffType } from '#feeds/recognise/sniff-type.ts';
import { unpackFile } from '#feeds/bytes/unpack.ts';
import { publishedOnly } from '#feeds/items/published-only.ts';
import { withPagesOfKeys } from '#feeds/items/pages-of-keys.ts';
import { withCategoryLevels } from '#feeds/items/category-levels.ts';
import { withWholeAddresses } from '#feeds/items/whole-addresses.ts';
import { xmlRecords } from '#feeds/xml/xml-records.ts';
import { withSampledWork } from './sampled-work.ts';

/** What Liquid, Twig, Jinja, ERB, PHP and Velocity put where a value will be. */
const placeholder = /^\s*(?:\{\{.+\}\}|\{%.+%\}|<%.+%>|<\?(?:php|=).+\?>|\$\{.+\}|#\{.+\})\s*$/s;

/**
 * Refuses the template of a feed, of which the shop makes the feed itself: each of its items has placeholders instead of values.
 * @throws FeedError `template`
 */
function refuseTemplates(batches: RecordBatches): RecordBatches {
  return withSampledWork(batches, (sampled) => {
    const found = sampled.map(placeholderOf);
    const [first] = found;
    if (typeof first === 'string' && found.every((value) => value !== null)) throw new FeedError('template', { value: first });
    return null;
  });
}

function placeholderOf({ fields }: FeedRecord): string | null {
  for (const name in fields) {
    const value = fields[name];
    if (typeof value === 'string' && placeholder.test(value)) return value.trim();
  }
  return null;
}

export interface OpenedFeed {
  readonly type: FeedType;
  /** As TextDecoder names it. */
  readonly encoding: string;
  /** Of XML; null for the others. */
  readonly tagName: string | null;
  readonly source: FeedSource;
  /** As the feed names it above its items. */
  readonly shop: ShopOfFeed;
  /** Grows while the records are read. */
  readonly warnings: readonly FeedWarning[];
  /** Can be read once. Stopping early closes the feed. Throws FeedError. */
  readonly records: RecordBatches;
  /** For a feed whose records are not read. */
  close(): Promise<void>;
}

/**
 * Finds out what a feed is and reads its records in constant memory: unpacks files, decodes, recognises XML, CSV and JSON.
 * @throws TagNameNeeded with candidates, and FeedError `webPage`, `emptyFeed`, `errorAnswer`, `sitemap`, `doctype`, `unknownEncoding`, `bomb` …; what is
 * wrong further down is thrown by `records`.
 */
export async function openFeed(bytes: Bytes, settings: FeedSettings, limits: ReadLimits = readLimits): Promise<OpenedFeed> {
  const {
    head,
    bytes: unpacked,
    isWhole,
    close,
  } = await unpackFile(bytes, limits.headBytes, unpackLimits, settings.receivedBytes);
  try {
    refuseBinary(head);
    const encoding = detectEncoding(head, settings);
    const warnings: FeedWarning[] = [...encoding.warnings];
    const headText = await decodeHead(head, encoding, settings.language);
    const type = typeOf(headText, isWhole, settings, warnings);
    const tell = (warning: FeedWarning) => void warnings.push(warning);
    const text = decode(unpacked, encoding, settings.language, tell);
    const { records, ...found } = reader(type, { text: headText, isWhole }, text, settings, limits, warnings);
    const shop = shopOfFeed(headText);
    const addresses = { shopAddress: shop.address ?? settings.siteAddress ?? null, feedAddress: settings.address ?? null };
    const shown = publishedOnly(records, tell);
    const complete = withWholeAddresses(splitLists(withCategoryLevels(withPagesOfKeys(refuseTemplates(shown)))), addresses, tell);
    return { type, encoding: encoding.name, shop, warnings, close, ...found, records: complete };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The records without their batches, for reading a few of them; the feed is closed after `count`. */
export async function firstRecords(feed: OpenedFeed, count: number): Promise<FeedRecord[]> {
  const records: FeedRecord[] = [];
  for await (const batch of feed.records) {
    records.push(...batch.slice(0, count - records.length));
    if (records.length >= count) break;
  }
  return records;
}

function typeOf(head: string, isWhole: boolean, settings: FeedSettings, warnings: FeedWarning[]): FeedType {
  if (head.trim() === '') throw new FeedError('emptyFeed');
  refuseAnswers(head, isWhole);
  const sniffed = sniffType(head, isWhole, settings);
  if (settings.type !== null && settings.type !== sniffed) {
    const details = { said: settings.type.toUpperCase(), type: sniffed.toUpperCase() };
    warnings.push({ code: 'typeMismatch', details });
  }
  return sniffed;
}

type Reader = Pick<OpenedFeed, 'tagName' | 'source' | 'records'>;

interface Head {
  readonly text: string;
  readonly isWhole: boolean;
}

function reader(
  type: FeedType,
  head: Head,
  text: AsyncIterable<string>,
  settings: FeedSettings,
  limits: ReadLimits,
  warnings: FeedWarning[],
): Reader {
  if (type === 'xml') return xmlReader(head, text, settings, limits);
  if (type === 'json')
    return { tagName: null, source: 'custom', records: jsonRecords(text, detectJsonLayout(head.text, settings.tagName), limits) };
  return csvReader(head, text, settings, limits, warnings);
}

function csvReader(
  head: Head,
  text: AsyncIterable<string>,
  { separator, headers }: FeedSettings,
  limits: ReadLimits,
  warnings: FeedWarning[],
): Reader {
  const header = detectHeader(head.text, separator);
  if (header.unnamedColumns !== null && !headers) warnings.push({ code: 'noHeader', details: {} });
  const columns = givenColumns(headers) ?? columnNames(header.names);
  const tell = (warning: FeedWarning) => void warnings.push(warning);
  const rows = unpackPairs(csvRecords(text, { head: head.text, separator, headers }, limits));
  const completed = withSurcharges(joinSkus(mainEdition(rows, columns, tell), columns), columns);
  const products = joinConfigurables(joinVariations(completed), columns, tell);
  const variants = joinVariants(products);
  const shopify = shopifyColumns(columns);
  const meant = shopify === null ? variants : withShopifyMeaning(variants, shopify);
  const attributes = attributeColumns(columns);
  const records = attributes.length === 0 ? meant : withNamedAttributes(meant, attributes);
  return { tagName: null, source: csvSource(header.names), records };
}

function xmlReader(head: Head, text: AsyncIterable<string>, settings: FeedSettings, limits: ReadLimits): Reader {
  const { tagName, isAwaited, nesting, source, candidates } = recogniseTagName(head.text, settings.tagName || null);
  if (head.isWhole && (isAwaited || (tagName === null && candidates.length === 0))) throw new FeedError('noItem');
  if (tagName === null) throw new TagNameNeeded(candidates);
  const records = xmlRecords(text, { tagName, nesting }, limits);
  const categories = categoriesAbove(head.text, tagName);
  const isCompleted = tagName === 'offer' || categories.size > 0;
  if (isArticleFeed(head.text, tagName)) return { tagName, source, records: withArticleCategories(records) };
  return { tagName, source, records: isCompleted ? withCategories(records, categories) : records };
}

/** Google's and Shoptet's exports have columns nobody else has. */
function csvSource(header: readonly string[]): FeedSource {
  const names = new Set(header.map((cell) => cell.trim().toLowerCase().replaceAll(' ', '_')));
  if (names.has('google_product_category') || (names.has('id') && names.has('image_link'))) return 'google';
  return names.has('code') && names.has('paircode') ? 'shoptet' : 'custom';
}

async function decodeHead(head: Uint8Array, encoding: DetectedEncoding, language: string | null): Promise<string> {
  const single = async function* () {
    yield head;
  };
  let text = '';
  for await (const piece of decode(single(), encoding, language, () => undefined)) text += piece;
  return text;
}
