import { expect, test } from 'vitest';
import { commonWord } from './collections.server.ts';
import { addPhrase, listPhrases, setPhraseVisibility } from '#features/data/phrases/phrases.contract.ts';
import { addAisleDocument, removeAisleDocument } from '#features/developer/documents/aisle-documents.contract.ts';
import { listCollections, readCollection, readExample } from '#features/data/collections/collections.contract.ts';
import { testQuery } from '#contract/test-query.ts';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { sharedServer } from '#testing/shared-server.ts';

test('the word of most names is chosen, however it is written', () => {
  expect(commonWord(['Židle Aura 45 cm', 'Stůl Aura', 'ŽIDLE Lumen', 'židle do kuchyně'])).toBe('židle');
});

test('a word that a name repeats counts once, and of equal words the first is chosen', () => {
  expect(commonWord(['Lamp lamp lamp', 'Desk', 'Desk'])).toBe('desk');
  expect(commonWord(['Garden hose', 'Kitchen knife'])).toBe('garden');
});

test('numbers, model codes and short words are no examples', () => {
  expect(commonWord(['XR-450 do 12 V', '4711 na 1,5 l'])).toBeUndefined();
  expect(commonWord([])).toBeUndefined();
});

const server = await sharedServer();

test('the worked example is a word of the shop that finds what it says', async () => {
  const owner = await server.owner('example@collections.example');
  await server.imported(owner, owner.feedId);
  const c = (await server.call(owner, listCollections, {})).data![0]!.id;
  const { data: example } = await server.call(owner, readExample, { c });
  const { data: found } = await server.call(owner, testQuery, { c, q: example!.word });
  expect(example!.count).toBeGreaterThan(1);
  expect(found!.total_count).toBe(example!.count);
  expect(found!.items[0]!['name']).toBe(example!.item);
});

test('without items there is no example', async () => {
  const owner = await server.owner('empty@collections.example');
  const { data: project } = await server.call(owner, createProject, { name: 'Empty', language: 'en', data_source: 'aisle_api' });
  const actor = { token: owner.token, project: project!.token };
  expect(await server.call(actor, readExample, { c: project!.collection_id })).toMatchObject({ status: 200, data: null });
});

test('counts the own items and phrases that are lost with a collection', async () => {
  const owner = await server.owner('loses@collections.example');
  const c = owner.collectionId;
  await server.imported(owner, owner.feedId);
  const lost = async () => (await server.call(owner, readCollection, { id: c })).data!.deleted_along;
  expect(await lost()).toEqual({ own_items: 0, own_phrases: 0 });
  await server.call(owner, addAisleDocument, { id: c, item_id: 'own-1', fields: { name: 'Own lamp' } });
  await server.call(owner, addAisleDocument, { id: c, item_id: 'own-2', fields: { name: 'Own chair' } });
  await server.call(owner, removeAisleDocument, { id: c, item_id: 'own-2' });
  await server.call(owner, addPhrase, { c, phrase: 'gifts for gardeners' });
  await expect.poll(async () => (await server.call(owner, listPhrases, { c })).data!.total_count).toBeGreaterThan(1);
  const { items } = (await server.call(owner, listPhrases, { c })).data!;
  const mined = items.find(({ source }) => source !== 'added')!;
  await server.call(owner, setPhraseVisibility, { id: mined.id, is_visible: false });
  expect(await lost()).toEqual({ own_items: 1, own_phrases: 2 });
});
