/** The shop that screenshots.ts shows: the sample shop with a history of imports, visitors who searched, and rules of every kind. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Envelope } from '#contract/envelope.ts';
import { projectHeader, sessionHeader } from '#contract/envelope.ts';
import { owner } from '#e2e/calls.ts';
import type { JourneyServer } from '#e2e/server.ts';

const waitMilliseconds = 20_000;
const betweenQuestionsMilliseconds = 100;
const imports = 3;

interface Shop {
  readonly token: string;
  readonly project: string;
  readonly feedId: number;
  readonly collectionId: number;
}

export interface ShownShop extends Shop {
  /** The first and the last hit of `garden gloves` on page 1, and an item it doesn't find. */
  readonly first: string;
  readonly last: string;
  readonly missing: string;
  readonly curationId: number;
  readonly query: string;
  readonly release: number;
}

interface Found {
  readonly items: readonly { readonly id: string; readonly name: string }[];
}
type FoundItem = Found['items'][number];

type Call = <Data>(method: string, path: string, body?: object) => Promise<Data>;

const callAs =
  (server: Pick<JourneyServer, 'url'>, shop: Partial<Shop>): Call =>
  async <Data>(method: string, path: string, body?: object): Promise<Data> => {
    const headers = {
      ...(body && { 'content-type': 'application/json' }),
      ...(shop.token !== undefined && { [sessionHeader]: shop.token }),
      ...(shop.project !== undefined && { [projectHeader]: shop.project }),
    };
    const response = await fetch(server.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const { data, msg } = (await response.json()) as Envelope<Data>;
    if (data === null) throw new Error(`${method} ${path}: ${msg}`);
    return data;
  };

async function until<Data>(ask: () => Promise<Data>, isSo: (data: Data) => boolean, what: string): Promise<Data> {
  for (const deadline = Date.now() + waitMilliseconds; Date.now() < deadline; await sleep(betweenQuestionsMilliseconds)) {
    const data = await ask();
    if (isSo(data)) return data;
  }
  throw new Error(`${what} took more than ${waitMilliseconds / 1000} s.`);
}

export async function openShop(server: Pick<JourneyServer, 'url'>): Promise<ShownShop> {
  const { token } = await callAs(server, {})<{ token: string }>('POST', '/api/register', owner);
  type Made = { token: string; feed_id: number; collection_id: number };
  const made = await callAs(server, { token })<Made>('POST', '/api/sales_channels/sample', { language: 'en' });
  const shop = { token, project: made.token, feedId: made.feed_id, collectionId: made.collection_id };
  const call = callAs(server, shop);
  const found = async (q: string): Promise<readonly FoundItem[]> => {
    const query = new URLSearchParams({ c: String(shop.collectionId), q });
    return (await call<Found>('GET', `/api/search/?${String(query)}`)).items;
  };
  await importAgainAndAgain(call, shop);
  const [gloves, kettles] = [await found('garden gloves'), await found('kettle')];
  const curationId = await addRules(call, shop, [...(await found('shoes')), ...(await found('boots'))]);
  const { items: releases } = await call<{ items: readonly { number: number }[] }>('GET', '/api/releases');
  await keepDraft(call, shop);
  await call('POST', '/api/sample_shop/visitors', {});
  await searches(server, shop);
  await until(
    () => call<{ items: readonly { rule_uses: number | null }[] }>('GET', '/api/fixits'),
    ({ items }) => items.every(({ rule_uses: uses }) => uses !== null && uses > 0),
    'Counting searches',
  );
  type Trends = { items: readonly { query: string; item_count: number }[] };
  const { items: trends } = await call<Trends>('GET', '/api/widget/trending-searches');
  const query = trends.find(({ item_count: count }) => count > 0)!.query;
  const [first, last, missing] = [gloves[0], gloves.at(-1), kettles[0]].map((item) => item?.id ?? '');
  return { ...shop, first: first!, last: last!, missing: missing!, curationId, query, release: releases[0]?.number ?? 1 };
}

async function importAgainAndAgain(call: Call, { feedId }: Shop): Promise<void> {
  type Feed = { last_import: { finished_at: number | null } };
  const imported = () =>
    until(
      () => call<Feed>('GET', `/api/feed/${feedId}`),
      ({ last_import: last }) => last.finished_at !== null,
      'The import of the sample shop',
    );
  await imported();
  for (let again = 1; again < imports; again += 1) {
    await call('PUT', '/api/feed/reload', { id: feedId });
    await imported();
  }
}

const searched = {
  shoes: 14,
  'garden gloves': 11,
  'running shoes': 9,
  'cheap lamp': 6,
  kettle: 5,
  ketle: 4,
  returns: 4,
  sneakers: 3,
};

async function searches(server: Pick<JourneyServer, 'url'>, { project }: Shop): Promise<void> {
  for (const [q, visitors] of Object.entries(searched))
    for (let visitor = 1; visitor <= visitors; visitor += 1) {
      const query = new URLSearchParams({ token: project, q, visitor: `visitor ${visitor}` });
      await fetch(`${server.url}/front/search?${String(query)}`);
    }
}

/** Returns the live curation; other rules wait for midnight. */
async function addRules(call: Call, { collectionId: c }: Shop, shoes: readonly FoundItem[]): Promise<number> {
  const named = (name: string): { id: string } => ({ id: shoes.find((item) => item.name.includes(name))?.id ?? '' });
  await call('POST', '/api/synonyms', { term: 'teapot', synonym_type_id: 1, synonyms: ['kettle'] });
  await call('POST', '/api/synonyms', { term: 'sofa', synonym_type_id: 2, synonyms: ['couch', 'settee'] });
  await call('POST', '/api/fixits', { term: 'ketle', catalog_term: 'kettle' });
  await call('POST', '/api/fixits', { term: '^returns?$', is_regexp: true, catalog_term: 'https://sample-shop.example/returns' });
  await call('PUT', '/api/boostify', { collection_id: c, overrides_relevance: false, boosts: [inStock], publish: true });
  const { id } = await call<{ id: number }>('POST', '/api/curation', {
    c,
    name: 'Shoes of the season',
    queries: [{ query: 'shoes', match: 'contains' }, { query: 'sneakers' }],
    promoted: [named('trail running'), named('ankle boots')],
    hidden: [named('wellington boots')],
  });
  await call('POST', '/api/stopwords', { value: 'cheap' });
  await call('POST', '/api/elastic/reload', {});
  await until(
    () => call<{ rows: readonly unknown[] }>('GET', '/api/releases/waiting'),
    ({ rows }) => rows.length === 0,
    'Making rules live',
  );
  await call('POST', '/api/curation', {
    c,
    name: 'Running',
    queries: [{ query: 'running shoes' }],
    promoted: [named('road running')],
  });
  await call('POST', '/api/stopwords', { value: 'best' });
  return id;
}

const inStock = { field: 'availability', type: 'value', value: ['in_stock'], boost: 2 };
const popular = { field: 'popularity', type: 'functional', function: 'logarithmic', operation: 'multiply', boost: 1.4 };

async function keepDraft(call: Call, { collectionId }: Shop): Promise<void> {
  const { boosts } = await call<{ boosts: readonly object[] }>('GET', `/api/boostify?c=${collectionId}`);
  const draft = { collection_id: collectionId, overrides_relevance: false, publish: false };
  await call('PUT', '/api/boostify', { ...draft, boosts: [...boosts, popular] });
}
