/**
 * A preview of relevance that nobody has saved, over HTTP, as somebody who moves a slider asks for it: each time other weights, and a query of
 * two words. What is live is asked beside it. Run: node bench/relevance-preview.bench.ts [items] [previews]
 */
import { login } from '#features/account/account.contract.ts';
import { listCollections } from '#features/data/collections/collections.contract.ts';
import { previewRelevance, readRelevance } from '#features/search-settings/relevance-tuning/relevance-tuning.contract.ts';
import { words } from './engine-products.ts';
import { atMost, serverSearchThreads, tell, timesOf } from './figures.ts';
import { shopOwner, startShop } from './running-shop.ts';
import { ndjson } from './synthetic-feed.ts';

const items = Number(process.argv[2] ?? 200_000);
const previews = Number(process.argv[3] ?? 200);
const warmUps = 10;
const p95Ms = 150;
const firstRank = 20;
const ranks = 3000;

const shop = await startShop();
try {
  await shop.host.keep('items.ndjson', () => ndjson(items));
  const feed = await shop.add('items.ndjson');
  await shop.imported(feed);
  const { data: session } = await shop.server.call({}, login, shopOwner);
  const actor = { token: session?.token ?? '', project: feed.token };
  const { data: collections } = await shop.server.call(actor, listCollections, {});
  const id = collections?.[0]?.id ?? 0;
  const { data: fields } = await shop.server.call(actor, readRelevance, { id });
  const name = fields?.find((field) => field.field_name === 'name');
  if (!name) throw new Error('The items have no name.');
  const word = (round: number): string => words[firstRank + ((round * 7919) % ranks)] ?? '';
  const ask = async (round: number): Promise<number> => {
    const weight = ((round % 99) + 1) / 10;
    const q = `${word(round)} ${word(round * 31)}`;
    const startedAt = performance.now();
    const answer = await shop.server.call(actor, previewRelevance, {
      collection_id: id,
      relevant_rate: 70,
      fields: [{ ...name, weight }],
      q,
    });
    if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.msg}`);
    return performance.now() - startedAt;
  };
  for (let round = 0; round < warmUps; round += 1) await ask(round);
  const times: number[] = [];
  for (let round = 0; round < previews; round += 1) times.push(await ask(warmUps + round));
  const all = timesOf(times);
  tell({
    name: `a preview of other weights, ${items.toLocaleString('en')} items`,
    times: all,
    target: atMost('p95', p95Ms, all),
    searchThreads: serverSearchThreads,
  });
} finally {
  await shop.close();
}
