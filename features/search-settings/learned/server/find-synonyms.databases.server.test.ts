import { beforeAll, expect, test } from 'vitest';
import { addDays, startOfDay } from '#contract/days.ts';
import { readProblem } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { putItems } from '#features/data/item-api/item-api.contract.ts';
import { authorize, rotateSecret } from '#features/developer/credentials/credentials.contract.ts';
import { eventStore } from '#features/front-api/events/server/events.store.ts';
import { queryLogStore } from '#features/front-api/searched-terms/server/query-log.store.ts';
import { nightlyLearning } from './learn-nightly.ts';
import { dismissProposedSynonym, listProposedSynonyms } from '#features/search-settings/synonyms/proposed-synonyms.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { sharedServer } from '#testing/shared-server.ts';

const server = await sharedServer();
const shop = await server.emptyShop('related@example.com');
const lastDay = '2026-10-30';
const night = startOfDay(addDays(lastDay, 1), 'UTC') + 4 * 60 * 60 * 1_000;
const visitors = 12;

const several = (name: string, fields: object = {}) =>
  Array.from({ length: 5 }, (_, at) => ({
    id: `${name.toLowerCase().replaceAll(' ', '-')}-${at}`,
    name: `${name} ${'ABCDE'[at]}`,
    ...fields,
  }));
const idsOf = (name: string): string[] => several(name).map(({ id }) => id);
const items = [
  ...several('Mug', { description: 'A tumbler for tea.', category: 'Kitchen' }),
  ...several('Coffee mug', { category: 'Kitchen' }),
  ...several('Kettle', { category: 'Kitchen' }),
  ...several('Teapot', { category: 'Kitchen' }),
  ...several('Rain boots', { category: 'Shoes' }),
  ...several('Scooter', { category: 'Toys' }),
  ...several('Ball', { category: 'Toys' }),
  ...several('Dress red', { color: 'red', category: 'Dresses' }),
  ...several('Dress blue', { color: 'blue', category: 'Dresses' }),
  ...several('Trainers', { brand: 'Runwell', category: 'Shoes' }),
  ...several('Sneakers', { brand: 'Joggers', category: 'Shoes' }),
  ...several('Case for Phone 14', { category: 'Cases' }),
  ...several('Case for Phone 15', { category: 'Cases' }),
];

interface Search {
  readonly term: string;
  /** Empty if it found nothing. */
  readonly list: readonly string[];
  readonly chosen?: readonly string[];
}

let number = 0;
/** Visits of searches, ten minutes after one another, by visitors of networks of their own. */
async function visited(
  count: number,
  searches: (visitor: number) => readonly Search[],
  networkOf = (name: string): string => name,
): Promise<void> {
  const { projectId, collectionId } = shop;
  for (let at = 0; at < count; at++) {
    const visitor = `visitor ${(number += 1)}`;
    const begun = startOfDay(lastDay, 'UTC') + 60_000;
    for (const [place, { term, list, chosen = [] }] of searches(at).entries()) {
      const [queryId, happenedAt] = [`${visitor} ${place}`, begun + place * 600_000];
      const shared = { projectId, collectionId, day: lastDay, queryId };
      const after = {
        ...shared, searchId: queryId, happenedAt, resultObject: 'search' as const, term, language: 'en', itemCount: list.length,
        foundAs: null, tookMilliseconds: 1, visitorHash: visitor, uses: [], isCounted: true,
        list: list.length === 0 ? null : JSON.stringify(list), network: networkOf(visitor),
      }; // prettier-ignore
      await queryLogStore(server.app.db).add([{ before: null, after }]);
      const event = { ...shared, type: 'click' as const, visitor, position: null, quantity: null, price: null, currency: null };
      await eventStore(server.app.db).add(
        chosen.map((itemId) => ({ ...event, itemId, eventId: `${queryId} ${itemId}`, happenedAt: happenedAt + 1_000 })),
      );
    }
  }
}

/** One of them, another for each visitor. */
const oneOf = (ids: readonly string[], visitor: number): string[] => [ids[visitor % 4]!];
const found = (term: string, ids: readonly string[], visitor: number): Search => ({
  term,
  list: ids,
  chosen: oneOf(ids, visitor),
});
const lost = (term: string): Search => ({ term, list: [] });

const proposed = async () => (await server.call(shop, listProposedSynonyms, {})).data!.items;
const [mugs, boots, kettles, teapots] = ['Mug', 'Rain boots', 'Kettle', 'Teapot'].map(idsOf) as [
  string[],
  string[],
  string[],
  string[],
];
const [red, blue, trainers, sneakers] = ['Dress red', 'Dress blue', 'Trainers', 'Sneakers'].map(idsOf) as [
  string[],
  string[],
  string[],
  string[],
];

beforeAll(async () => {
  const { data: credentials } = await server.call(shop, rotateSecret, {});
  const { data: bearer } = await server.call({}, authorize, credentials!);
  await server.call({ bearer: bearer!.token }, putItems, { items });
  const compared = (one: Search, other: Search) => (visitor: number) => (visitor % 2 === 0 ? [one, other] : [other, one]);
  // Two that mean the same.
  await visited(visitors, (at) => [lost('galoshes'), found('boots', boots, at)]);
  await visited(visitors, (at) => [found('tumbler', mugs, at), found('mugs', mugs, at)]);
  // Colours, brands and models that shoppers compare.
  await visited(visitors, (at) => [found('red', red, at), found('blue', blue, at)]);
  await visited(visitors, (at) => [found('runwell', trainers, at), found('joggers', sneakers, at)]);
  await visited(visitors, (at) => compared(found('kettle', kettles, at), found('teapot', teapots, at))(at));
  await visited(visitors, (at) => [lost('phone 13'), found('phone 14', idsOf('Case for Phone 14'), at)]);
  await visited(visitors, (at) => [
    found('case phone 14', idsOf('Case for Phone 14'), at),
    found('case phone 15', idsOf('Case for Phone 15'), at),
  ]);
  // A colour and a brand that aren't sold, and a product with several substitutes.
  await visited(visitors, (at) => [lost('turquoise'), found('blue dress', blue, at)]);
  await visited(visitors, (at) => [lost('strider'), found('joggers', sneakers, at)]);
  await visited(visitors, (at) => [
    lost('skateboard'),
    at % 2 === 0 ? found('scooter', idsOf('Scooter'), at) : found('ball', idsOf('Ball'), at),
  ]);
  // Words of one name, a narrower query, and a misspelt one.
  await visited(visitors, (at) => [found('coffee', idsOf('Coffee mug'), at), found('mug', idsOf('Coffee mug'), at)]);
  await visited(visitors, (at) => [found('rain boots', boots, at), found('boots', boots, at)]);
  await visited(visitors, (at) => [lost('scoter'), found('scooter', idsOf('Scooter'), at)]);
  // Too few, of one network, and personal.
  await visited(3, (at) => [lost('wellingtons'), found('boots', boots, at)]);
  await visited(
    50,
    (at) => [lost('cheapware'), found('kettle', kettles, at)],
    () => '203.0.113',
  );
  await visited(visitors, (at) => [lost('xl700'), found('ball', idsOf('Ball'), at)]);
  await visited(visitors, (at) => [lost('[e-mail]'), found('ball', idsOf('Ball'), at)]);
  await nightlyLearning(server.app)(undefined, { id: shop.projectId }, night);
}, 60_000);

test('proposes words after which visitors search and choose the same, and none of those that they compare', async () => {
  expect(await proposed()).toMatchObject([
    { term: 'galoshes', synonym: 'boots', synonym_type_id: 2, visitors, items: 4 },
    { term: 'tumbler', synonym: 'mugs', synonym_type_id: 1, visitors, items: 4 },
  ]);
});

test('is the best proposal for a query without results', async () => {
  const range = { start: lastDay, end: lastDay };
  const { data } = await server.call(shop, readProblem, { c: shop.collectionId, q: 'galoshes', ...range });
  expect(data!.proposals[0]).toMatchObject({
    fix: { kind: 'synonym', term: 'galoshes', to: ['boots'] },
    evidence: [{ kind: 'related', count: visitors }],
    total_count: 5,
  });
});

test('leaves the list once it is a synonym, or dismissed, also after the next night', async () => {
  const [boots_, mug] = await proposed();
  const { term, synonym, synonym_type_id } = boots_!;
  const { data: rule } = await server.call(shop, synonyms.create, { term, synonym_type_id, synonyms: [synonym] });
  expect(await proposed()).toMatchObject([{ id: mug!.id }]);
  await server.call(shop, synonyms.remove, { id: rule!.id });
  await server.call(shop, dismissProposedSynonym, { id: mug!.id });
  await nightlyLearning(server.app)(undefined, { id: shop.projectId }, night + 24 * 60 * 60 * 1_000);
  expect(await proposed()).toMatchObject([{ term }]);
  await server.call(shop, dismissProposedSynonym, { id: mug!.id, is_undo: true });
  expect(await proposed()).toMatchObject([{ term }, { id: mug!.id }]);
});

test('is of one project alone', async () => {
  const other = await server.emptyShop();
  const id = (await proposed())[0]!.id;
  expect((await server.call(other, listProposedSynonyms, {})).data).toEqual({ items: [] });
  expect((await server.call(other, dismissProposedSynonym, { id })).data).toEqual({ changed: 0 });
});
