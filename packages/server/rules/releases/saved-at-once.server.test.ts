import { expect, test } from 'vitest';
import { testQuery } from '#contract/test-query.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { sharedServer } from '#testing/shared-server.ts';

const server = await sharedServer();
const owner = await server.emptyShop();

const foundAs = async (word: string): Promise<string> => {
  const { data } = await server.call(owner, testQuery, { c: owner.collectionId, q: word, debug: '1' });
  return data!
    .trace!.filter(({ step }) => step === 'synonyms')
    .map((step) => step.after)
    .join();
};

test('of a hundred rules that are saved at once, all are live', async () => {
  const names = Array.from({ length: 100 }, (_, number) => `word${number}`);
  const answers = await Promise.all(
    names.map((term) => server.call(owner, synonyms.create, { term, synonyms: [`other${term}`] })),
  );
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  const rows = await server.app.db
    .selectFrom('released_row')
    .select('row_id')
    .where('project_id', '=', owner.projectId)
    .where('source', '=', 'synonyms')
    .where('to_number', 'is', null)
    .execute();
  expect(rows).toHaveLength(names.length);
  for (const name of ['word0', 'word50', 'word99']) expect(await foundAs(name)).toBe(`other${name}`);
});

test('a deleted rule acts on no search any more', async () => {
  const { data } = await server.call(owner, synonyms.create, { term: 'kettle', synonyms: ['boiler'] });
  expect(await foundAs('kettle')).toBe('boiler');
  await server.call(owner, synonyms.update, { id: data!.id, term: 'kettle', synonyms: ['pot'] });
  expect(await foundAs('kettle')).toBe('pot');
  await server.call(owner, synonyms.remove, { id: data!.id });
  expect(await foundAs('kettle')).toBe('');
});
