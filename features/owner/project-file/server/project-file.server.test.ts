import { beforeAll, expect, test } from 'vitest';
import { addField, listFields, makeUnique } from '#features/data/schema/schema.contract.ts';
import { fixits } from '#features/search-settings/fixit/fixit.contract.ts';
import { readRelease } from '#features/search-settings/releases/releases.contract.ts';
import { readWaiting } from '#features/search-settings/releases/waiting.contract.ts';
import { stopwords } from '#features/search-settings/stopwords/stopwords.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { emptyProject, exported, imported } from '#testing/project-files.ts';
import type { Actor, TestServer } from '#testing/test-app.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { importProject } from '#features/owner/project-file/project-file.contract.ts';
import { kindsOfFile } from './file-sections.ts';

const { create: createSynonym } = synonyms;
const { create: createFixit } = fixits;
const { create: createStopword } = stopwords;

const server = await sharedServer();
let shop: Awaited<ReturnType<TestServer['emptyShop']>>;

beforeAll(async () => {
  shop = await server.emptyShop('owner@project-file.example');
  const { call } = server;
  for (const name of ['id', 'name', 'brand'])
    await call(shop, addField, { collection_id: shop.collectionId, name, type: 'text' });
  const { items } = (await call(shop, listFields, { c: shop.collectionId })).data ?? { items: [] };
  await call(shop, makeUnique, { id: items.find(({ name }) => name === 'id')?.id ?? 0 });
  await call(shop, createFixit, { term: 'ketle', catalog_term: 'kettle' });
  await call(shop, createFixit, { term: '^returns?$', is_regexp: true, catalog_term: 'https://sample-shop.example/returns' });
  await call(shop, createFixit, { term: 'shoe+s', is_regexp: true, catalog_term: 'shoes' });
  await call(shop, createSynonym, { term: 'teapot', synonyms: ['kettle'], synonym_type_id: 1 });
  await call(shop, createSynonym, { term: 'sofa', synonyms: ['couch'], synonym_type_id: 2 });
  await call(shop, createStopword, { value: 'best' });
});

/** A project of its own, so that tests don't depend on each other. */
const copyOf = async (from: Actor): Promise<Actor> => {
  const own = await emptyProject(server, shop);
  const { data, msg } = await imported(server, own, await exported(server, from), { without: ['feeds'] });
  if (!data) throw new Error(msg);
  return own;
};

test('a dry run tells what would change, and changes nothing', async () => {
  const before = await exported(server, shop);
  const text = before
    .replace('        - kettle\n', '        - kettle\n        - pot\n')
    .replace(/ {4}- term: sofa\n(?: {6}.*\n| {8}.*\n)+/, '')
    .replace(/(name:\n(?: {8}.*\n)*? {8}weight: )\S+/, '$19.5')
    .replace('relevant_rate: 70', 'relevant_rate: 80')
    .replace('  stopwords:\n', '  stopwords:\n    - value: nice\n')
    .replace('feeds: {}\n', 'feeds:\n      Other:\n        feed_url: https://93.184.215.14/other.csv\n');
  const { data, errors } = await server.call(shop, importProject, { text });
  expect(errors).toEqual([]);
  expect(data?.counts).toEqual({
    collections: { changed: 1 },
    fields: { changed: 1 },
    feeds: { added: 1 },
    stopwords: { added: 1 },
    synonyms: { changed: 1, deleted: 1 },
  });
  const told = data?.changes.map(({ source, kind, name, fields }) => ({ source, kind, name, fields }));
  expect(told).toContainEqual({
    source: 'fields',
    kind: 'changed',
    name: 'name',
    fields: [{ field: 'weight', before: expect.any(String), after: '9.5' }],
  });
  expect(told).toContainEqual({
    source: 'synonyms',
    kind: 'changed',
    name: 'teapot',
    fields: [{ field: 'synonyms', before: '["kettle"]', after: '["kettle","pot"]' }],
  });
  expect(data?.is_written).toBe(false);
  expect(await exported(server, shop)).toBe(before);
});

test('what is applied is one release, live at once; and nobody overwrites what they have not seen', async () => {
  const own = await copyOf(shop);
  const text = (await exported(server, own)).replace('stopwords:\n', 'stopwords:\n    - value: nice\n');
  const { data: seen } = await server.call(own, importProject, { text });
  await server.call(own, createSynonym, { term: 'meanwhile', synonyms: ['since'], synonym_type_id: 1 });
  const late = await imported(server, own, text, { state: seen?.state });
  expect([late.status, late.msg]).toEqual([409, expect.stringContaining('changed since')]);
  const { data: again } = await server.call(own, importProject, { text });
  expect(again?.counts).toEqual({ stopwords: { added: 1 }, synonyms: { deleted: 1 } });
  const { data } = await imported(server, own, text, { state: again?.state });
  expect(data?.release).toBe((again?.release ?? 0) + 1);
  expect((await server.call(own, readWaiting, {})).data?.rows).toEqual([]);
  const { data: release } = await server.call(own, readRelease, { number: data?.release ?? 0 });
  expect(release).toMatchObject({ reason: 'project file', counts: { stopwords: { added: 1 }, synonyms: { deleted: 1 } } });
});

test('a mistake anywhere is told with its line, and nothing of the file is taken over', async () => {
  const before = await exported(server, shop);
  const lineOf = (text: string, part: string) => text.slice(0, text.indexOf(part)).split('\n').length;
  const text = before
    .replace('term: ketle', 'trem: ketle')
    .replace('https://sample-shop.example/returns', 'https://you@sample-shop.example/returns')
    .replace('relevant_rate: 70', 'relevant_rate: 75')
    .replace('value: best', 'value: two words');
  const { status, errors } = await imported(server, shop, text);
  expect(status).toBe(422);
  expect(errors).toEqual([
    expect.objectContaining({
      field: 'rules.fixits.0.trem',
      code: 'fileKeyUnknown',
      parameters: expect.objectContaining({ key: 'trem', line: lineOf(text, 'trem') }) as object,
    }),
  ]);
  const second = await imported(server, shop, text.replace('trem', 'term'));
  expect(second.errors?.map(({ field, code, parameters }) => [field, code, parameters?.['line']])).toEqual([
    ['rules.fixits.1.catalog_term', 'addressWithUser', lineOf(text, 'you@')],
    ['rules.stopwords.0.value', 'severalWords', lineOf(text, 'two words')],
    ['collections.Products.relevant_rate', 'notOneOf', lineOf(text, 'relevant_rate')],
  ]);
  expect(second.errors?.at(-1)?.message).toContain('0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100');
  expect(await exported(server, shop)).toBe(before);
});

test('what is no file of a project is refused at its line', async () => {
  const codes = async (text: string) =>
    (await imported(server, shop, text)).errors?.map(({ field, code, parameters }) => [field, code, parameters?.['line']]);
  expect(await codes('')).toEqual([['', 'fileNamesNeeded', 1]]);
  expect(await codes('version: 2\n')).toEqual([['version', 'fileVersion', 1]]);
  expect(await codes('version: 1\nrules:\n  synonyms: &a\n    - term: x\n')).toEqual([['rules.synonyms', 'fileAlias', 3]]);
  expect(await codes('version: 1\nrules:\n  synonyms:\n')).toEqual([['rules.synonyms', 'fileListNeeded', 3]]);
  expect(await codes('version: 1\nproject:\n  language: cs\n')).toEqual([['project.language', 'fileLanguage', 3]]);
  expect(await codes('version: 1\nproject:\n  name: A\n  name: B\n')).toEqual([['project.name', 'fileKeyTwice', 4]]);
  expect((await imported(server, shop, `version: 1\n${'#'.repeat(1_000_000)}`)).status).toBe(422);
});

test('what the file does not name stays, and rules of a list that it has go', async () => {
  const own = await copyOf(shop);
  const text = `version: 1\nrules:\n  synonyms: []\ncollections:\n  products:\n    fields:\n      name: { type: text, front_name: true, searchable: true, weight: 5 }\n`;
  const before = await exported(server, own);
  const { data } = await imported(server, own, text);
  expect(data?.counts).toEqual({ fields: { changed: 1 }, synonyms: { deleted: 2 } });
  expect(data?.kept.map(({ source, names }) => [source, names.includes('brand')])).toEqual([['fields', true]]);
  expect((await exported(server, own)).replace(/^ {2}synonyms:[^]*?(?=^\S)/m, '')).toContain('- term: ketle');
  expect(before).not.toBe(await exported(server, own));
});

test('other clocks have their next midnight, wherever the former ones stood', async () => {
  const own = await copyOf(shop);
  const { db } = server.app;
  const project = db.updateTable('project').where('token', '=', own.project!);
  await project.set({ midnight_day: '2099-01-01' }).execute();
  expect((await imported(server, own, 'version: 1\nproject:\n  time_zone: Pacific/Honolulu\n')).status).toBe(200);
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Honolulu' }).format(Date.now());
  const saved = db.selectFrom('project').select('midnight_day').where('token', '=', own.project!);
  expect((await saved.executeTakeFirstOrThrow()).midnight_day).toBe(today);
});

test('patterns act in the order of the file', async () => {
  const own = await copyOf(shop);
  const text = await exported(server, own);
  const rows = /( {4}- term: \^returns[^]*?)( {4}- term: shoe\+s[^]*?)(?= {2}stopwords)/;
  const turned = text.replace(rows, '$2$1');
  expect(turned).not.toBe(text);
  const { data } = await imported(server, own, turned);
  expect(data?.counts).toEqual({ fixits: { changed: 1 } });
  expect(data?.changes[0]?.fields).toEqual([{ field: 'order', before: null, after: null }]);
  expect(await exported(server, own)).toBe(turned);
});

test('has every kind of row that releases hold, except what each shop’s visitors teach', () => {
  const { releases } = server.app;
  const all = (['atOnce', 'onPublish', 'onUpdate', 'atMidnight'] as const).flatMap((moment) => releases.keysOf(moment));
  const held = all.filter((key) => key !== 'learned');
  const { top, collections, named, rules, collectionRules } = kindsOfFile(server.app);
  const inFile = [...top, collections, ...named, ...rules, ...collectionRules].map(({ key }) => key);
  expect(inFile.toSorted()).toEqual([...held, 'feeds', 'endpoints', 'check-items'].toSorted());
});
