import type { FeedWarning } from './feed-texts.ts';
import type { Bytes } from './bytes/byte-stream.ts';
import { headAbove, isArticleFeed, withArticleCategories, withCategories, withProperties } from './xml/xml-head.ts';
import { attributeColumns, withNamedAttributes, unpackPairs } from './csv/csv-columns.ts';
import { platformRecords, withOrigin } from './platforms/platform-records.ts';
import { Columns, platformNamed, platformOf } from './platforms/recognise-platform.ts';
import { mainEdition } from './csv/csv-editions.ts';
import { categoryLevels, splitLists } from './items/split-lists.ts';
import { columnNames, csvRecords, givenColumns } from './csv/csv-records.ts';
import { wooCommerceHeadings } from './csv/woocommerce-headings.ts';
import { withSections } from './csv/csv-sections.ts';
import { withoutShiftedRows } from './csv/csv-shifts.ts';
import { joinNamedParents, joinVariants } from './csv/csv-variants.ts';
import { detectHeader } from './csv/csv-rows.ts';
import { decode, type DetectedEncoding, detectEncoding } from './bytes/encoding.ts';
import { FeedError, TagNameNeeded } from './feed-error.ts';
import type { FeedRecord, RecordBatches } from './feed-record.ts';
import type { FeedSettings, FeedSource, FeedType } from './feed-settings.ts';
import { headWithoutComments, withoutComments } from './json/json-comments.ts';
import { detectJsonLayout } from './json/json-layout.ts';
import { listedCategories, withListedCategories } from './json/json-categories.ts';
import { jsonRecords, withDistinctIds } from './json/json-records.ts';
import { readLimits, type ReadLimits, unpackLimits } from './limits.ts';
import { recogniseTagName } from './recognise/recognise.ts';
import { refuseAnswers, sniffType, refuseBinary } from './recognise/sniff-type.ts';
import { currencyAbove, type ShopOfFeed, shopOfFeed } from './recognise/shop-of-feed.ts';
import { unpackFile } from './bytes/unpack.ts';
import { withoutEmptyMarks } from './items/empty-marks.ts';
import { publishedOnly } from './items/published-only.ts';
import { withPlainPrices } from './items/plain-prices.ts';
import { groupsOfPages, pagesOfKeys, wholeAddresses } from './items/whole-addresses.ts';
import { xmlRecords } from './xml/xml-records.ts';
import { isWordpressExport, wordpressProducts } from './xml/wordpress-export.ts';
import { withSoldWithoutStock } from './items/sold-without-stock.ts';
import { withFieldStages, withSampledWork } from './sampled-work.ts';

const placeholder = /^\s*(?:\{\{.+\}\}|\{%.+%\}|<%.+%>|<\?(?:php|=).+\?>|\$\{.+\}|#\{.+\})\s*$/s;

/** Every item of a template has placeholders. @throws FeedError `template` */
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
  readonly encoding: string;
  /** null for CSV and JSON. */
  readonly tagName: string | null;
  readonly source: FeedSource;
  readonly shop: ShopOfFeed;
  readonly warnings: readonly FeedWarning[];
  /** Can be read once. Stopping early closes the feed. @throws FeedError */
  readonly records: RecordBatches;
  close(): Promise<void>;
}

/**
 * Detects and reads a feed in constant memory.
 * @throws TagNameNeeded, FeedError; problems further down are thrown by `records`
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
    const wholeHead = await decodeHead(head, encoding, settings.language);
    const headText = headWithoutComments(wholeHead);
    const type = typeOf(headText, isWhole, settings, warnings);
    const tell = (warning: FeedWarning) => void warnings.push(warning);
    const decoded = decode(unpacked, encoding, settings.language, tell);
    const text = headText === wholeHead ? decoded : withoutComments(decoded);
    const { records, ...found } = reader(type, { text: headText, isWhole }, text, settings, limits, warnings);
    const shop = shopOfFeed(headText);
    const addresses = { shopAddress: shop.address ?? settings.siteAddress ?? null, feedAddress: settings.address ?? null };
    const shown = publishedOnly(withSoldWithoutStock(records), tell);
    const complete = withFieldStages(refuseTemplates(shown), [
      pagesOfKeys,
      categoryLevels,
      splitLists,
      wholeAddresses(addresses, tell),
      groupsOfPages,
    ]);
    const priced = withPlainPrices(
      complete,
      {
        language: settings.language,
        addresses: [settings.siteAddress ?? null, shop.address, settings.address ?? null],
        currency: currencyAbove(headText, type),
      },
      tell,
    );
    return { type, encoding: encoding.name, shop, warnings, close, ...found, records: priced };
  } catch (error) {
    await close();
    throw error;
  }
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
  if (type === 'json') {
    const layout = detectJsonLayout(head.text, settings.tagName);
    const read = withDistinctIds(withoutEmptyMarks(jsonRecords(text, layout, limits)));
    const records = withListedCategories(joinNamedParents(withOrigin(read)), listedCategories(head.text, layout));
    return { tagName: null, source: 'custom', records };
  }
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
  const columns =
    givenColumns(headers) ?? columnNames(header.unnamedColumns === null ? header.names : header.names.map(() => ''));
  const tell = (warning: FeedWarning) => void warnings.push(warning);
  const read = csvRecords(text, { head: head.text, separator, headers }, limits);
  // Before variants inherit from their product.
  const rows = withoutEmptyMarks(unpackPairs(withoutShiftedRows(read, columns, tell)));
  const headings = wooCommerceHeadings(columns, header.sampledRows);
  const named = new Columns(columns, headings ?? {});
  const platform = headings === null ? platformOf(named) : platformNamed('WooCommerce')!;
  const main = mainEdition(rows, columns, tell);
  const joined = platform?.rows ? main : joinVariants(main, columns, platform !== null, tell);
  const variants = platform === null ? joined : platformRecords(joined, platform, named);
  const attributes = platform === null || headings !== null ? attributeColumns(columns, named.headings) : [];
  const parted = platform === null ? withSections(variants) : variants;
  const records = attributes.length === 0 ? parted : withNamedAttributes(parted, attributes);
  return { tagName: null, source: csvSource(header.names), records };
}

function xmlReader(head: Head, text: AsyncIterable<string>, settings: FeedSettings, limits: ReadLimits): Reader {
  const { tagName, isAwaited, nesting, source, candidates } = recogniseTagName(head.text, settings.tagName || null);
  if (head.isWhole && (isAwaited || (tagName === null && candidates.length === 0))) throw new FeedError('noItem');
  if (tagName === null) throw new TagNameNeeded(candidates);
  const above = headAbove(head.text, tagName);
  const flat = withoutEmptyMarks(xmlRecords(text, { tagName, nesting }, limits));
  const records = joinNamedParents(withOrigin(above.properties.size === 0 ? flat : withProperties(flat, above)));
  const isCompleted = tagName === 'offer' || above.categories.size > 0;
  if (isWordpressExport(head.text)) return { tagName, source, records: wordpressProducts(records) };
  if (isArticleFeed(head.text, tagName)) return { tagName, source, records: withArticleCategories(records) };
  return { tagName, source, records: isCompleted ? withCategories(records, above) : records };
}

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
