import { expect } from 'vitest';
import { mutate, random } from '#feeds/testing/mutations.ts';
import type { Item } from '#contract/item.ts';
import { defaultGuard } from '#features/data/feed-settings/feed.contract.ts';
import { reloadFeed } from '#features/data/feeds/feeds.contract.ts';
import { publishImport } from '#features/data/imports/imports.contract.ts';
import { engineCollection } from '#server/search/project-search.ts';
import type { AnyFeedShops } from './feed-shops.ts';

const itemCount = 60;

interface FeedItem {
  readonly id: string;
  readonly name: string;
  readonly price: number;
}

export interface GoodFeed {
  readonly path: string;
  readonly head: string;
  readonly item: (item: FeedItem) => string;
  readonly between: string;
  readonly tail: string;
}

export const goodFeeds: readonly GoodFeed[] = [
  {
    path: '/heureka.xml',
    head: '<?xml version="1.0"?><SHOP>',
    item: ({ id, name, price }) =>
      `<SHOPITEM><ITEM_ID>${id}</ITEM_ID><PRODUCTNAME>${name}</PRODUCTNAME><PRICE_VAT>${price}</PRICE_VAT></SHOPITEM>\n`,
    between: '',
    tail: '</SHOP>',
  },
  {
    path: '/google.xml',
    head: '<?xml version="1.0"?><rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title>',
    item: ({ id, name, price }) =>
      `<item><g:id>${id}</g:id><title><![CDATA[${name}]]></title><g:price>${price}.00 CZK</g:price></item>\n`,
    between: '',
    tail: '</channel></rss>',
  },
  {
    path: '/shop.csv',
    head: 'id;name;price\n',
    item: ({ id, name, price }) => `${id};"${name}";${price}\n`,
    between: '',
    tail: '',
  },
  { path: '/shop.ndjson', head: '', item: (item) => `${JSON.stringify(item)}\n`, between: '', tail: '' },
  { path: '/shop.json', head: '{"items":[', item: (item) => JSON.stringify(item), between: ',\n', tail: ']}' },
];

/** Twice the number, so a damaged name never equals another one. */
const goodItems: readonly FeedItem[] = Array.from({ length: itemCount }, (_, at) => ({
  id: `${at + 1}`,
  name: `Židle ${at + 1} (${(at + 1) * 7919})`,
  price: (at + 1) * 10,
}));

const renumbered = (id: string): string => `9000${id}`;
export const feedItemIds = goodItems.flatMap(({ id }) => [id, renumbered(id)]);

export const wholeFeed = (feed: GoodFeed, items: readonly FeedItem[] = goodItems): string =>
  feed.head + items.map(feed.item).join(feed.between) + feed.tail;

type Next = () => number;
type Body = string | Buffer;

const anyOf = <One>(ones: readonly One[], next: Next): One => ones[Math.floor(next() * ones.length)] as One;
const webPage = '<!doctype html><html><title>503</title><body>Back soon</body></html>';

function changed(feed: GoodFeed, next: Next, change: (item: FeedItem) => FeedItem): string {
  const share = next() < 0.5 ? 1 : next();
  return wholeFeed(
    feed,
    goodItems.map((item) => (next() < share ? change(item) : item)),
  );
}

const mishaps: Readonly<Record<string, (feed: GoodFeed, next: Next) => Body>> = {
  cutAnywhere: (feed, next) => Buffer.from(wholeFeed(feed)).subarray(0, Math.floor(next() * wholeFeed(feed).length)),
  cutBetweenItems: (feed, next) => wholeFeed(feed, goodItems.slice(0, Math.floor(next() * itemCount))),
  duplicated: (feed, next) =>
    wholeFeed(feed, next() < 0.5 ? [...goodItems, ...goodItems] : goodItems.flatMap((item) => [item, item])),
  emptied: (feed, next) => anyOf([' ', '', wholeFeed(feed, []), feed.head], next),
  shuffled: (feed, next) =>
    wholeFeed(
      feed,
      goodItems.toSorted(() => next() - 0.5),
    ),
  pricesZeroed: (feed, next) => changed(feed, next, (item) => ({ ...item, price: 0 })),
  idsRenumbered: (feed, next) => changed(feed, next, (item) => ({ ...item, id: renumbered(item.id) })),
  idsAlike: (feed, next) => changed(feed, next, (item) => ({ ...item, id: '7' })),
  webPage: () => webPage,
  errorObject: () => '{"error":"database gone"}',
  bytesChanged(feed, next) {
    let items: Buffer = Buffer.from(goodItems.map(feed.item).join(feed.between));
    for (let times = Math.ceil(next() * 12); times > 0; times -= 1) items = mutate(items, next);
    return Buffer.concat([Buffer.from(feed.head), items, Buffer.from(feed.tail)]);
  },
};

export function mutatedFeed(feed: GoodFeed, next: Next): { readonly name: string; readonly body: Body } {
  const name = anyOf(Object.keys(mishaps), next);
  return { name, body: mishaps[name]!(feed, next) };
}

export type Live = ReadonlyMap<string, Item>;

export const liveOf = (items: readonly Item[]): Live => new Map(items.map((item) => [item.id, item]));

const isPriced = ({ fields: { price } }: Item): boolean => typeof price === 'number' && price > 0;
const shareOf = (part: number, whole: number): number => part / Math.max(1, whole);

/** Defaults of the import guard. */
const most = {
  lost: defaultGuard.fewer_items_percent / 100,
  renamed: defaultGuard.changed_ids_percent / 100,
  /** An item without a price can't be sold. */
  unpriced: defaultGuard.fewer_items_percent / 100,
  mixed: defaultGuard.bad_items_percent / 100,
};

export function harmsOf(before: Live, after: Live): string[] {
  const kept = [...before.values()].filter(({ id }) => after.has(id));
  const now = (item: Item): Item => after.get(item.id) as Item;
  const names = new Set([...before.values()].map(({ fields }) => fields['name']));
  const shares = {
    lost: shareOf(before.size - after.size, before.size),
    renamed: 1 - shareOf(kept.length, Math.min(before.size, after.size)),
    unpriced: shareOf(kept.filter((item) => isPriced(item) && !isPriced(now(item))).length, kept.filter(isPriced).length),
    mixed: shareOf(
      kept.filter((item) => now(item).fields['name'] !== item.fields['name'] && names.has(now(item).fields['name'])).length,
      kept.length,
    ),
  };
  return (Object.keys(most) as (keyof typeof most)[])
    .filter((harm) => shares[harm] > most[harm])
    .map((harm) => `${Math.round(shares[harm] * 100)} % of the items are ${harm}`);
}

/** Deterministic. No import may harm live items. */
export async function mutatedFeedsDoNoHarm({ server, host, shop }: AnyFeedShops, mutationCount: number): Promise<void> {
  const next = random(7);
  const states: Record<string, number> = {};
  for (const [at, feed] of goodFeeds.entries()) {
    const { actor, feedId, collectionId } = await shop(host.put(feed.path, wholeFeed(feed)));
    await server.imported(actor, feedId);
    const live = async () => liveOf(await server.app.engine.items(engineCollection(collectionId), feedItemIds));
    const importBody = async (body: string | Buffer) => {
      host.put(feed.path, body);
      expect((await server.call(actor, reloadFeed, { id: feedId })).status).toBe(200);
      return (await server.imported(actor, feedId)).last_import!;
    };
    for (let round = at; round < mutationCount; round += goodFeeds.length) {
      const { name, body } = mutatedFeed(feed, next);
      const before = await live();
      const { state, failure } = await importBody(body);
      states[state] = (states[state] ?? 0) + 1;
      const told = `${feed.path} ${name} ${state}: ${String(body).slice(0, 2_000)}`;
      expect(['done', 'onHold', 'failed', 'needTagName'], told).toContain(state);
      expect(failure?.code, told).not.toBe('cutOff');
      const after = await live();
      if (state !== 'done') {
        expect(after, told).toEqual(before);
        continue;
      }
      expect(harmsOf(before, after), told).toEqual([]);
      const again = await importBody(wholeFeed(feed));
      if (again.state === 'onHold') await server.call(actor, publishImport, { id: feedId, import_id: again.id });
      expect((await server.imported(actor, feedId)).last_import?.state).toBe('done');
    }
  }
  for (const state of ['done', 'onHold', 'failed']) expect(states[state] ?? 0).toBeGreaterThan(mutationCount / 20);
}
