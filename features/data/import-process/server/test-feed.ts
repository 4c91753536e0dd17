import type { FeedTest, FoundFeed, TestedItem } from '#features/data/feed-test/feed-test.contract.ts';
import { type FeedTestTask, emptyFeedTest } from '#features/data/feed-test/server/feed-test.task.ts';
import type { Item } from '#contract/item.ts';
import { candidatesOf, failureOf, openSource } from './open-source.ts';
import { importProgress } from './report-progress.ts';
import { FeedError, TagNameNeeded } from '#feeds/feed-error.ts';
import type { FeedRecord } from '#feeds/feed-record.ts';
import { inferFieldTypes } from '#feeds/items/field-types.ts';
import { itemMaker } from '#feeds/items/to-item.ts';
import { sampleSize } from '#feeds/limits.ts';
import { proposeMapping } from '#feeds/mapping/mapping.ts';
import { type OpenedFeed, openFeed } from '#feeds/open-feed.ts';
import { isHostOfShop, nameOfHost, siteOf } from '#feeds/recognise/shop-of-feed.ts';
import { languageOfShop, type ShopTexts } from '#feeds/recognise/text-language.ts';
import { openFiles } from '#server/files/open-files.ts';

/** A person waits; the part received by then is enough to recognise the feed. */
const readForMilliseconds = 2_000;
const shownItems = 3;

/** Reads the beginning of a feed. */
export async function testFeed(task: FeedTestTask): Promise<FeedTest> {
  const files = await openFiles(task.files);
  const silent = { progress() {}, problems() {}, samples() {} };
  const progress = importProgress(silent);
  try {
    const opened = await openSource(task.source, task.allowedPrivateFeeds, files, progress, silent);
    if (opened === null) throw new Error('Not modified, although no validators were sent.');
    const { bytes, address, contentType } = opened;
    const receivedBytes = () => progress.current().received_bytes;
    const feed = await openFeed(bytes, { ...task.settings, address, contentType, receivedBytes });
    const beginning = await readBeginning(feed);
    if (beginning.readCount === 0) throw new FeedError('noItem');
    return { ...emptyFeedTest, found: foundIn(feed, beginning, address) };
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    return error instanceof TagNameNeeded ? { ...emptyFeedTest, candidates: candidatesOf(error) } : { ...emptyFeedTest, failure };
  } finally {
    progress.close();
    files.close();
  }
}

interface Beginning {
  readonly records: readonly FeedRecord[];
  readonly readCount: number;
  readonly isWhole: boolean;
}

/** Counts items for a while, and waits longer for the first ones. */
async function readBeginning({ records, close }: OpenedFeed): Promise<Beginning> {
  const iterator = records[Symbol.asyncIterator]();
  const first: FeedRecord[] = [];
  let readCount = 0;
  let isOver = false;
  const over = new Promise<null>((resolve) =>
    setTimeout(() => {
      isOver = true;
      resolve(null);
    }, readForMilliseconds).unref(),
  );
  for (;;) {
    const asked = iterator.next();
    const next = readCount === 0 ? await asked : await Promise.race([asked, over]);
    if (next === null || (isOver && next.done !== true)) {
      if (next !== null) take(next.value);
      for (const abandoned of [asked, close()]) abandoned.catch(() => undefined);
      return { records: first, readCount, isWhole: false };
    }
    if (next.done === true) return { records: first, readCount, isWhole: true };
    take(next.value);
  }

  function take(batch: readonly FeedRecord[]): void {
    readCount += batch.length;
    first.push(...batch.slice(0, Math.max(0, sampleSize - first.length)));
  }
}

function foundIn(feed: OpenedFeed, { records, readCount, isWhole }: Beginning, address: string | null): FoundFeed {
  const mapping = proposeMapping(records);
  const itemsOf = (make: ReturnType<typeof itemMaker>): Item[] => records.flatMap((record) => make(record).item ?? []);
  const items = itemsOf(itemMaker(mapping, inferFieldTypes(itemsOf(itemMaker(mapping)))));
  const ofFeed = address !== null && isHostOfShop(address) ? siteOf([address]) : null;
  const site = siteOf(items.map(({ fields }) => textOf(fields['url']))) ?? siteOf([feed.shop.address ?? '']) ?? ofFeed ?? '';
  return {
    type: feed.type,
    source: feed.source,
    encoding: feed.encoding,
    read_count: readCount,
    is_whole: isWhole,
    items: items.slice(0, shownItems).map(shown),
    name: feed.shop.name ?? nameOfHost(site),
    url: site,
    language: languageOfShop(shopTexts(feed, records, items, address)),
  };
}

const firstWords = /^[^.[]{2,40}$/;

function shopTexts(feed: OpenedFeed, records: readonly FeedRecord[], items: readonly Item[], address: string | null): ShopTexts {
  const texts = (field: string) =>
    items.map(({ fields }) => [fields[field] ?? ''].flat().join('. ')).filter((text) => text !== '');
  const parameters = new Set(records.flatMap(({ fields }) => Object.keys(fields).filter((name) => name.startsWith('param.'))));
  return {
    names: texts('name'),
    descriptions: texts('description'),
    labels: [
      ...texts('category'),
      ...[...parameters].map((name) => name.slice('param.'.length)).filter((name) => firstWords.test(name)),
    ],
    columns: [...new Set(records.flatMap(({ fields }) => Object.keys(fields)))].filter((name) => !name.startsWith('@')),
    addresses: [...texts('url'), feed.shop.address ?? '', address ?? ''],
  };
}

function shown({ id, fields }: Item): TestedItem {
  const { name, image, price, currency } = fields;
  const picture = Array.isArray(image) ? image[0] : image;
  return {
    id,
    name: textOf(name),
    image: typeof picture === 'string' ? picture : null,
    price: typeof price === 'number' ? price : null,
    currency: textOf(currency),
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
