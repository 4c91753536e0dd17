import { expect, test } from 'vitest';
import { sharedServer } from '#testing/shared-server.ts';
import { readRelevance, relevanceFiles } from '#features/search-settings/relevance-tuning/relevance-tuning.contract.ts';

const server = await sharedServer();
const owner = await server.shop();
const c = owner.collectionId;

const fields = async () => (await server.call(owner, readRelevance, { id: c })).data!;
const exported = async (format: 'csv' | 'json') => (await server.call(owner, relevanceFiles.exportRows, { c, format })).data!;
const take = (text: string, format: 'csv' | 'json' = 'csv') => server.call(owner, relevanceFiles.importRows, { c, text, format });

test.each(['csv', 'json'] as const)('what is exported as %s changes nothing when it comes in again', async (format) => {
  const { file_name, text } = await exported(format);
  expect(file_name).toBe(`relevance.${format}`);
  const count = (await fields()).length;
  expect((await take(text, format)).data).toMatchObject({ new: 0, changed: 0, same: count, mistake_count: 0, fields: [] });
});

test('a file says what it would change, by line what is refused, and nothing is saved', async () => {
  const before = await fields();
  const name = before.find(({ field_name: own }) => own === 'name')!;
  const lines = [
    'field_name;weight;searchable',
    'name;2,5;',
    'brand;11;true',
    'nothing;1;true',
    'name;3;true',
    'description;1,000;true',
  ];
  const { data } = await take(lines.join('\n'));
  expect(data).toMatchObject({ changed: 1, same: 0, mistake_count: 4, is_written: false });
  expect(data!.fields).toMatchObject([{ id: name.id, weight: 2.5, searchable: name.searchable, wildcard: name.wildcard }]);
  expect(data!.mistakes.map(({ line, field, code }) => [line, field, code])).toMatchObject([
    [3, 'weight', 'notBetween'],
    [4, 'field_name', 'notFound'],
    [5, 'field_name', 'rowTwice'],
    [6, 'weight', expect.any(String)],
  ]);
  expect(await fields()).toEqual(before);
});
