import { testQuery } from '#contract/test-query.ts';
import { expect, test } from 'vitest';
import { sharedServer } from '#testing/shared-server.ts';
import { synonyms } from './synonyms.contract.ts';

const server = await sharedServer();

test('a synonym acts from the moment it is saved until it is off, changed, ended or deleted', async () => {
  const owner = await server.shop();
  const oneWay = (term: string) => ({ term, synonym_type_id: 2 as const, synonyms: ['lawn mower'] });
  const acts = async () => {
    const { data } = await server.call(owner, testQuery, { c: owner.collectionId, q: 'grasschopper' });
    return !data!.corrected_query && !data!.is_relaxed && data!.total_count! > 0;
  };
  expect(await acts()).toBe(false);
  const { id } = (await server.call(owner, synonyms.create, oneWay('grasschopper'))).data!;
  const change = (input: object) => server.call(owner, synonyms.update, { ...oneWay('grasschopper'), ...input, id });
  expect(await acts()).toBe(true);
  for (const [undone, redone] of [
    [
      () => server.call(owner, synonyms.setActive, { ids: [id], is_active: false }),
      () => server.call(owner, synonyms.setActive, { ids: [id], is_active: true }),
    ],
    [() => change({ term: 'weedwhacker' }), () => change({})],
    [() => change({ valid_to: 1_000_000_000_000 }), () => change({ valid_from: 1_000_000_000_000 })],
    [() => server.call(owner, synonyms.remove, { id }), () => server.call(owner, synonyms.restore, { ids: [id] })],
  ] as const) {
    expect((await undone()).status).toBe(200);
    expect(await acts()).toBe(false);
    expect((await redone()).status).toBe(200);
    expect(await acts()).toBe(true);
  }
});

test('the term may be called catalog_term, and answers give both', async () => {
  const owner = await server.owner('caller@synonyms.example');
  const sent = { catalog_term: 'trowel', synonym_type_id: 1, synonyms: ['spade'] } as never;
  const { data } = await server.call(owner, synonyms.create, sent);
  expect(data).toMatchObject({ term: 'trowel', catalog_term: 'trowel' });
});

test('invalid numbers in a file are refused with their line and the reason', async () => {
  const owner = await server.owner('owner@synonyms.example');
  const text = 'term,synonym_type_id,synonyms,valid_from\nhose,9,pipe,\nmower,two,cutter,\nrake,1,comb,1e30\nspade,2,shovel,\n';
  const { data } = await server.call(owner, synonyms.importRows, { text });
  expect(data).toMatchObject({ new: 1, mistake_count: 3 });
  expect(data!.mistakes.map(({ line, field, code, parameters }) => [line, field, code, parameters?.['values']])).toEqual([
    [2, 'synonym_type_id', 'notOneOf', '1, 2, 3'],
    [3, 'synonym_type_id', 'notOneOf', '1, 2, 3'],
    [4, 'valid_from', 'notValid', undefined],
  ]);
});
