import { expect } from 'vitest';
import type { Item } from '#contract/item.ts';
import { reloadFeed } from '#features/data/feeds/feeds.contract.ts';
import { publishImport } from '#features/data/feeds/import-report.contract.ts';
import { mutate, random } from '#feeds/testing/mutations.ts';
import { engineCollection } from '#server-kit/project-search.ts';
import type { FeedShops } from '#server/testing/feed-shops.ts';

const itemCount = 60;
const numbers = Array.from({ length: itemCount }, (_, at) => at + 1);

/** A feed by its parts: what stands before, between and after the items. */
interface GoodFeed {
  readonly path: string;
  readonly head: string;
  readonly items: readonly string[];
  readonly tail: string;
}

const goodFeeds: readonly GoodFeed[] = [
  {
    path: '/guarded.xml',
    head: '<?xml version="1.0"?><SHOP>',
    items: numbers.map(
      (n) =>
        `<SHOPITEM><ITEM_ID>${n}</ITEM_ID><PRODUCTNAME>Židle ${n}</PRODUCTNAME><PRICE_VAT>${n * 10}</PRICE_VAT></SHOPITEM>\n`,
    ),
    tail: '</SHOP>',
  },
  { path: '/guarded.csv', head: 'id;name;price\n', items: numbers.map((n) => `${n};"Židle ${n}";${n * 10}\n`), tail: '' },
  {
    path: '/guarded.ndjson',
    head: '',
    items: numbers.map((n) => `${JSON.stringify({ id: `${n}`, name: `Židle ${n}`, price: n * 10 })}\n`),
    tail: '',
  },
];

const whole = ({ head, items, tail }: GoodFeed, changed: readonly string[] = items): string => head + changed.join('') + tail;
const webPage = '<!doctype html><html><title>503</title><body>Back soon</body></html>';

/** What goes wrong with feeds in practice, each by chance a little or much. */
const mishaps: Readonly<Record<string, (feed: GoodFeed, next: () => number) => string | Buffer>> = {
  cutAnywhere: (feed, next) => Buffer.from(whole(feed)).subarray(0, Math.floor(next() * whole(feed).length)),
  cutBetweenItems: (feed, next) => whole(feed, feed.items.slice(0, Math.floor(next() * itemCount))),
  duplicated: (feed, next) =>
    whole(feed, next() < 0.5 ? [...feed.items, ...feed.items] : feed.items.flatMap((item) => [item, item])),
  emptied: (feed, next) => [' ', '', whole(feed, []), feed.head][Math.floor(next() * 4)] ?? '',
  shuffled: (feed, next) =>
    whole(
      feed,
      feed.items.toSorted(() => next() - 0.5),
    ),
  pricesZeroed: (feed, next) => {
    const share = next() < 0.5 ? 1 : next();
    return whole(
      feed,
      feed.items.map((item) => (next() < share ? item.replace(/\d+0(?=<\/PRICE|\n$|\}\n$)/, '0') : item)),
    );
  },
  idsRenumbered: (feed, next) => {
    const share = next();
    return whole(
      feed,
      feed.items.map((item) => (next() < share ? item.replace(/(?<=ITEM_ID>|^|"id":")(?=\d)/, '9000') : item)),
    );
  },
  idsAlike: (feed) =>
    whole(
      feed,
      feed.items.map((item) => item.replace(/(?<=ITEM_ID>|^|"id":")\d+/, '7')),
    ),
  webPage: () => webPage,
  errorObject: () => '{"error":"database gone"}',
  bytesChanged: (feed, next) => {
    let items: Buffer = Buffer.from(feed.items.join(''));
    for (let times = Math.ceil(next() * 12); times > 0; times -= 1) items = mutate(items, next);
    return Buffer.concat([Buffer.from(feed.head), items, Buffer.from(feed.tail)]);
  },
};

type Live = ReadonlyMap<string, Item>;

/** Imports so many mutated feeds, the same ones in every run. None may harm what is live. */
export async function mutatedFeedsDoNoHarm({ server, host, shop }: FeedShops, mutationCount: number): Promise<void> {
  const next = random(7);
  const names = Object.keys(mishaps);
  const states: Record<string, number> = {};
  for (const [at, feed] of goodFeeds.entries()) {
    const { actor, feedId, collectionId } = await shop(host.put(feed.path, whole(feed)));
    await server.imported(actor, feedId);
    const ids = [...numbers.map(String), ...numbers.map((n) => `9000${n}`)];
    const live = async (): Promise<Live> =>
      new Map((await server.app.engine.items(engineCollection(collectionId), ids)).map((item) => [item.id, item]));
    const importBody = async (body: string | Buffer) => {
      host.put(feed.path, body);
      expect((await server.call(actor, reloadFeed, { id: feedId })).status).toBe(200);
      return (await server.imported(actor, feedId)).last_import!;
    };
    for (let round = at; round < mutationCount; round += goodFeeds.length) {
      const name = names[Math.floor(next() * names.length)] ?? '';
      const body = mishaps[name]!(feed, next);
      const before = await live();
      const { state, failure } = await importBody(body);
      states[state] = (states[state] ?? 0) + 1;
      const told = `${feed.path} ${name} ${state}: ${String(body).slice(0, 2_000)}`;
      expect(['done', 'held', 'failed', 'needTagName'], told).toContain(state);
      expect(failure?.code, told).not.toBe('cutOff');
      const after = await live();
      expectUnharmed(before, after, state, told);
      if (state !== 'done') continue;
      const again = await importBody(whole(feed));
      if (again.state === 'held') await server.call(actor, publishImport, { id: feedId, import_id: again.id });
      expect((await server.imported(actor, feedId)).last_import?.state).toBe('done');
    }
  }
  // Otherwise nothing would have been tested.
  for (const state of ['done', 'held', 'failed']) expect(states[state] ?? 0).toBeGreaterThan(mutationCount / 20);
}

function expectUnharmed(before: Live, after: Live, state: string, told: string): void {
  if (state !== 'done') {
    expect(after, told).toEqual(before);
    return;
  }
  const kept = [...before.keys()].filter((id) => after.has(id));
  const isPriced = ({ fields }: Item): boolean => Number(fields['price'] ?? 0) > 0;
  expect(after.size, told).toBeGreaterThanOrEqual(before.size * 0.8);
  expect(kept.length, told).toBeGreaterThanOrEqual(before.size / 2);
  expect([...after.values()].some(isPriced), told).toBe(true);
}
