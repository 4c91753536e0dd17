/**
 * What people wait for before they publish: 200 queries of visitors by what is live and by a draft, over HTTP in parts, as the console asks
 * for them. Of boosts, of relevance, and of what waits for midnight. Run: node bench/publish-gate.bench.ts [items] [queries] [rounds]
 */
import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import { listCollections } from '#features/data/collections/collections.contract.ts';
import { checkBoostQueries, saveBoosts } from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { curations } from '#features/search-settings/curations/curations.contract.ts';
import { checkRegeneration, queriesAtOnce } from '#features/search-settings/publish-gate/publish-gate.contract.ts';
import { checkRelevance, readRelevance } from '#features/search-settings/relevance-tuning/relevance-tuning.contract.ts';
import { words } from './engine-products.ts';
import { atMost, serverSearchThreads, tell, timesOf } from './figures.ts';
import { startShop } from './running-shop.ts';
import { ndjson } from './synthetic-feed.ts';

const [items = 200_000, queryCount = 200, rounds = 5] = process.argv.slice(2).map(Number);
const limitMs = 2000;
const firstRank = 20;
const ranks = 3000;
const word = (at: number): string => words[firstRank + ((at * 7919) % ranks)] ?? '';
const queries = Array.from({ length: queryCount }, (_, at) => `${word(at)} ${word(at * 31)}`);
const boosts = [0, 1, 2, 3, 4].map((at) => ({
  field: 'brand',
  type: 'value' as const,
  value: [word(at * 11)],
  boost: 1.5 + at / 10,
}));

const shop = await startShop();
try {
  await shop.host.keep('items.ndjson', () => ndjson(items));
  const feed = await shop.add('items.ndjson');
  await shop.imported(feed);
  const who = { token: shop.session, project: feed.token };
  const answered = async <E extends Endpoint>(endpoint: E, input: InputOf<E>) => {
    const { status, msg, data } = await shop.server.call(who, endpoint, input);
    if (status !== 200 || data === null) throw new Error(`${status}: ${msg}`);
    return data;
  };
  const collection_id = (await answered(listCollections, {}))[0]?.id ?? 0;
  const name = (await answered(readRelevance, { id: collection_id })).find((field) => field.field_name === 'name');
  if (!name) throw new Error('The items have no name.');

  /** Milliseconds until all queries are compared. */
  const checked = async (part: (queries: string[]) => Promise<readonly unknown[]>): Promise<number> => {
    const startedAt = performance.now();
    let count = 0;
    for (let at = 0; at < queries.length; at += queriesAtOnce)
      count += (await part(queries.slice(at, at + queriesAtOnce))).length;
    if (count !== queries.length) throw new Error(`${count} of ${queries.length} queries were compared.`);
    return performance.now() - startedAt;
  };
  const measured = async (what: string, part: (queries: string[]) => Promise<readonly unknown[]>): Promise<void> => {
    await checked(part);
    const taken: number[] = [];
    for (let round = 0; round < rounds; round += 1) taken.push(await checked(part));
    const times = timesOf(taken);
    tell({
      name: `a check of ${queryCount} queries before ${what}, ${items.toLocaleString('en')} items`,
      times,
      target: atMost('p95', limitMs, times),
      searchThreads: serverSearchThreads,
    });
  };

  await measured('relevance is saved', (part) =>
    answered(checkRelevance, { collection_id, queries: part, relevant_rate: 70, fields: [{ ...name, weight: 4 }] }),
  );
  await answered(saveBoosts, { collection_id, overrides_relevance: false, boosts: [], publish: true });
  await measured('boosts are published', (part) =>
    answered(checkBoostQueries, { collection_id, queries: part, overrides_relevance: false, boosts }),
  );
  for (let at = 0; at < queries.length; at += 2)
    await answered(curations.create, {
      c: collection_id,
      name: `curation ${at}`,
      queries: [{ query: queries[at] ?? '', match: 'is' }],
      promoted: [{ id: String(at) }],
      hidden: [{ id: String(at + 1) }],
    } as InputOf<typeof curations.create>);
  await measured('curations go live', (part) => answered(checkRegeneration, { collection_id, queries: part }));
} finally {
  await shop.close();
}
