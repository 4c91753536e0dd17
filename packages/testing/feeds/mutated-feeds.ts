import { mutate } from '#feeds/testing/mutations.ts';

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
