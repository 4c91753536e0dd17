import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import { dayOf } from '#contract/days.ts';
import { readCollection } from '#features/data/collections/collections.contract.ts';
import { compareResults } from '#features/developer/compare-results/compare-results.contract.ts';
import { explainMissing, explainItem } from '#features/developer/query-tester/query-tester.contract.ts';
import { testQuery } from '#contract/test-query.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { addSearched } from '#testing/searched.ts';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { fixits } from '#features/search-settings/fixit/fixit.contract.ts';
import { listReleases } from '#features/search-settings/releases/releases.contract.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { engineCollection } from '#server/search/project-search.ts';
import {
  type Curation,
  curations,
  findOrganic,
  previewCuration,
} from '#features/search-settings/curations/curations.contract.ts';

const server = await sharedServer();
const owner = await server.shop();
let c: number;
/** Of mowers, best first, and one that is none. */
let mowers: string[];
let other: string;

beforeAll(async () => {
  c = owner.collectionId;
  const logged = (term: string, searchCount: number, itemCount: number) => ({
    projectId: owner.projectId,
    collectionId: c,
    day: dayOf(Date.now(), 'UTC'),
    term,
    searchCount,
    itemCount,
  });
  await addSearched(server.app.db, [
    logged('lawn mower', 40, 7),
    logged('lawn mowers', 10, 7),
    logged('cheap lawn mower', 5, 7),
    logged('unicorn', 90, 0),
    logged('hose', 3, 4),
    // Of one visitor, as far as anybody knows.
    logged('lawn mower of jan', 2, 7),
  ]);
  mowers = await found('lawn mower');
  other = (await found('hose')).find((id) => !mowers.includes(id))!;
});
beforeEach(async () => {
  const ids = (await rows()).map(({ id }) => id);
  if (ids.length > 0) await server.call(owner, curations.removeMany, { ids });
  await regenerate();
});

const rows = async (query: Partial<InputOf<typeof curations.list>> = {}): Promise<Curation[]> =>
  (await server.call(owner, curations.list, { c, per_page: 100, ...query })).data!.items;
const found = async (q: string, per_page = 20) =>
  (await server.call(owner, testQuery, { c, q, per_page })).data!.items.map(({ id }) => id);
type Input = InputOf<typeof curations.create>;
const curation = (name: string, queries: Input['queries'], promoted: string[] = [], hidden: string[] = []) => ({
  c,
  name,
  queries,
  promoted: promoted.map((id) => ({ id })),
  hidden: hidden.map((id) => ({ id })),
});
async function add(...input: Parameters<typeof curation>): Promise<Curation> {
  const { data, msg } = await server.call(owner, curations.create, curation(...input));
  if (!data) throw new Error(msg);
  return data;
}
/** Adds one as a file brings it, with items that the catalogue may lack. */
async function addByFile(...input: Parameters<typeof curation>): Promise<Curation> {
  const row = curation(...input);
  const file = { c, format: 'json' as const, text: JSON.stringify([row]), dry_run: false };
  const { data, msg } = await server.call(owner, curations.importRows, file);
  if (data?.new !== 1) throw new Error(msg);
  return (await rows()).find(({ name }) => name === row.name)!;
}
const regenerate = () => server.regenerated(owner);

test('a curation goes live with a regeneration, acts on every form of its query, and is deleted with the next one', async () => {
  const [first, second, third] = mowers;
  const { id } = await add('Mowers', [{ query: 'lawn mower' }], [other, third!], [first!]);
  expect(await rows()).toMatchObject([{ id, state: 'waiting', collection_id: c }]);
  expect(await found('lawn mower')).toEqual(mowers);
  await regenerate();
  expect(await rows()).toMatchObject([{ state: 'live' }]);
  expect((await found('Lawn mówers ')).slice(0, 2)).toEqual([other, third]);
  expect(await found('lawn mower')).not.toContain(first);
  expect((await found('small lawn mower'))[0]).not.toBe(other);
  const { data } = await server.call(owner, testQuery, { c, q: 'lawn mower', debug: '1' });
  expect(data!.items.map(({ is_promoted: is }) => is).slice(0, 3)).toEqual([true, true, false]);
  expect(data!.trace).toContainEqual(
    expect.objectContaining({ step: 'curations', before: 'lawn mower', after: 'Mowers', rule_id: id }),
  );

  await server.call(owner, curations.setActive, { ids: [id], is_active: false });
  expect((await found('lawn mower'))[0]).toBe(other);
  await regenerate();
  expect((await found('lawn mower')).slice(0, 2)).toEqual([first, second]);
  const { data: releases } = await server.call(owner, listReleases, { per_page: 1 });
  expect(releases!.items).toMatchObject([{ counts: { curations: { turnedOff: 1 } } }]);
});

test('a new name is live at once, and any other change waits with it', async () => {
  const { id } = await add('Mowers', [{ query: 'lawn mower' }], [other]);
  const save = async (name: string, promoted: string[]) => {
    const updated_at = (await rows())[0]!.updated_at;
    const input = { ...curation(name, [{ query: 'lawn mower' }], promoted), id, updated_at };
    return (await server.call(owner, curations.update, input)).data;
  };
  expect(await save('Lawn mowers', [other])).toMatchObject({ state: 'waiting' });
  await regenerate();
  expect(await save('Mowers of spring', [other])).toMatchObject({ name: 'Mowers of spring', state: 'live' });
  const { data: releases } = await server.call(owner, listReleases, { per_page: 1 });
  expect(releases!.items).toMatchObject([{ reason: 'curation', counts: { curations: { changed: 1 } } }]);
  const { data } = await server.call(owner, testQuery, { c, q: 'lawn mower', debug: '1' });
  expect(data!.trace).toContainEqual(expect.objectContaining({ step: 'curations', after: 'Mowers of spring' }));
  expect(await save('Mowers of autumn', [mowers[2]!])).toMatchObject({ state: 'waiting' });
  expect(await save('Mowers of winter', [mowers[2]!])).toMatchObject({ state: 'waiting' });
});

test('two curations of a collection never get queries that match the same, even when saved at once', async () => {
  const { id } = await add('Mowers', [{ query: 'hose' }, { query: 'lawn mower' }], [other]);
  const taken = { name: 'query', query: 'Lawn mówers', curation: 'Mowers', id };
  const twin = curation('Others', [{ query: 'rake' }, { query: 'Lawn mówers' }]);
  const refusal = { status: 409, errors: [{ field: 'queries.1.query', code: 'alreadyUsed', parameters: taken }] };
  expect(await server.call(owner, curations.create, twin)).toMatchObject(refusal);
  const contained = await add('Contained', [{ query: 'lawn mower', match: 'contains' }]);
  expect(await server.call(owner, curations.update, { ...twin, id: contained.id })).toMatchObject(refusal);
  const same = curation('Same', [{ query: 'rake' }, { query: 'Rakes' }]);
  expect((await server.call(owner, curations.create, same)).errors).toMatchObject([
    { field: 'queries.1.query', code: 'queryTwice' },
  ]);
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, at) => server.call(owner, curations.create, curation(`At once ${at}`, [{ query: 'spades' }]))),
  );
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409, 409, 409]);

  const file = JSON.stringify([curation('New', [{ query: 'spade' }]), curation('Mowers', [{ query: 'scythe' }])]);
  const { data } = await server.call(owner, curations.importRows, { c, format: 'json', text: file, dry_run: false });
  expect(data).toMatchObject({ new: 0, changed: 1, mistakes: [{ code: 'alreadyUsed', field: 'queries.0.query' }] });
  await server.call(owner, curations.removeMany, { ids: [id] });
  await add('In its place', [{ query: 'scythe' }]);
  expect(await server.call(owner, curations.restore, { ids: [id] })).toMatchObject({ status: 409 });
});

test('an item is either promoted or hidden, and only once', async () => {
  const [first, second] = mowers as [string, string];
  const both = await server.call(owner, curations.create, curation('Both', [{ query: 'rake' }], [first], [second, first]));
  expect(both.errors).toMatchObject([{ field: 'hidden', code: 'promotedAndHidden', parameters: { item: first } }]);
  const { promoted } = await add('Twice', [{ query: 'rake' }], [first, second, first]);
  expect(promoted.map(({ id }) => id)).toEqual([first, second]);
  const many = Array.from({ length: 1_001 }, (_, at) => String(at));
  expect((await server.call(owner, curations.create, curation('Many', [{ query: 'spade' }], many))).errors).toMatchObject([
    { field: 'promoted', code: 'tooMany' },
  ]);
});

test('items are shown as they are in the catalogue, and those that are gone are marked', async () => {
  const { id } = await addByFile('Mowers', [{ query: 'rake' }], [mowers[0]!, 'gone-1'], ['gone-2']);
  const { data } = await server.call(owner, curations.read, { id });
  const [item] = await server.app.engine.items(engineCollection(c), [mowers[0]!]);
  const { name, price, brand } = item!.fields;
  expect(data!.promoted).toMatchObject([
    { id: mowers[0], name, price, brand, is_gone: false },
    { id: 'gone-1', is_gone: true },
  ]);
  expect(data!.hidden).toEqual([{ id: 'gone-2', is_gone: true }]);
  expect((await rows())[0]!.promoted).toEqual([
    { id: mowers[0], is_gone: false },
    { id: 'gone-1', is_gone: true },
  ]);
});

test('an item that the catalogue lacks is refused where it stands, unless the curation had it before', async () => {
  const [first] = mowers as [string];
  const lacking = (field: string, item: string) => ({
    status: 422,
    errors: [{ field, code: 'notInCatalogue', parameters: { item } }],
  });
  const promoted = curation('Mowers', [{ query: 'rake' }], [first, 'gone-1'], ['gone-2']);
  expect(await server.call(owner, curations.create, promoted)).toMatchObject(lacking('promoted.1.id', 'gone-1'));
  const hidden = curation('Mowers', [{ query: 'rake' }], [first], ['gone-2']);
  expect(await server.call(owner, curations.create, hidden)).toMatchObject(lacking('hidden.0.id', 'gone-2'));
  expect(await rows()).toEqual([]);

  const { id } = await addByFile('Mowers', [{ query: 'rake' }], ['gone-1'], ['gone-2']);
  const change = (...input: Parameters<typeof curation>) => server.call(owner, curations.update, { ...curation(...input), id });
  expect((await change('Rakes', [{ query: 'rake' }], ['gone-2', other], ['gone-1'])).status).toBe(200);
  const refused = await change('Spades', [{ query: 'spade' }], ['gone-2', other, 'gone-3']);
  expect(refused).toMatchObject(lacking('promoted.2.id', 'gone-3'));
  expect(await rows()).toMatchObject([{ name: 'Rakes', promoted: [{ id: 'gone-2' }, { id: other }] }]);
});

test('before the first import nobody knows the items, and a curation takes any', async () => {
  const { data: shop } = await server.call(owner, createProject, { name: 'Empty', language: 'en', data_source: 'aisle_api' });
  const there = { ...owner, project: shop!.token };
  const input = { ...curation('Rakes', [{ query: 'rake' }], ['rake-1']), c: shop!.collection_id! };
  expect((await server.call(there, curations.create, input)).data).toMatchObject({ promoted: [{ id: 'rake-1' }] });
});

test('the list counts searches, finds names, queries and items by their ids, and is narrowed by state', async () => {
  const named = async (query: Partial<InputOf<typeof curations.list>>) => (await rows(query)).map(({ name }) => name);
  await add('Water', [{ query: 'hose' }], [mowers[1]!]);
  await regenerate();
  await add('Grass', [{ query: 'lawn mowers' }], [other]);
  await add('All mowers', [{ query: 'mower', match: 'contains' }], [mowers[0]!, mowers[1]!]);
  expect((await rows({ sort: 'name' })).map(({ name, search_count: count }) => [name, count])).toEqual([
    ['All mowers', 57],
    ['Grass', 50],
    ['Water', 3],
  ]);
  expect(await named({ search: 'HOSÉ' })).toContain('Water');
  expect(await named({ search: other })).toEqual(['Grass']);
  expect(await named({ state: 'live' })).toEqual(['Water']);
  expect(await named({ state: 'waiting', sort: 'name', order: 'desc' })).toEqual(['Grass', 'All mowers']);
});

test('an unsaved curation is tried in place of the saved one, together with waiting changes', async () => {
  const [first, second] = mowers as [string, string];
  const saved = await add('Mowers', [{ query: 'lawn mower' }], [second]);
  await add('Water', [{ query: 'hose' }], [first]);
  const preview = async (q: string, changes: Partial<InputOf<typeof previewCuration>['curation']>) =>
    (await server.call(owner, previewCuration, { c, q, curation: { ...curation('New', [{ query: q }]), ...changes } })).data!;
  const ids = ({ items }: { items: readonly { id: string }[] }) => items.map(({ id }) => id);
  const changed = await preview('lawn mower', { id: saved.id, promoted: [{ id: other }], hidden: [{ id: first }] });
  expect(ids(changed)[0]).toBe(other);
  expect(ids(changed)).toContain(second);
  expect(ids(changed)).not.toContain(first);
  expect(changed).toMatchObject({ is_acting: true, redirect: null });
  expect(changed.items.map(({ is_promoted: is }) => is).slice(0, 2)).toEqual([true, false]);
  const beside = await preview('hose', { queries: [{ query: 'rake' }], promoted: [{ id: second }] });
  expect([ids(beside)[0], beside.is_acting]).toEqual([first, false]);
  const off = await preview('lawn mower', { id: saved.id, is_active: false, promoted: [{ id: other }] });
  expect([ids(off), off.is_acting]).toEqual([mowers, false]);
  expect((await preview('qqxxzz', { promoted: [{ id: other }] })).total_count).toBe(1);
  expect(await found('lawn mower')).toEqual(mowers);

  await regenerate();
  const { data: organic } = await server.call(owner, findOrganic, { c, q: 'lawn mower' });
  expect(ids(organic!)).toEqual(mowers);
  const { data: fixit } = await server.call(owner, fixits.create, { term: 'lawn mower', catalog_term: 'https://shop.example/' });
  expect(await preview('lawn mowers', {})).toMatchObject({
    redirect: 'https://shop.example/',
    items: [],
    is_acting: false,
  });
  await server.call(owner, fixits.remove, { id: fixit!.id });
});

test('explanations of an item, found or missing, name the curation', async () => {
  const [first] = mowers as [string];
  const { id } = await add('Mowers', [{ query: 'lawn mower' }], [other], [first]);
  await regenerate();
  const [promotes, hides] = [
    { id, name: 'Mowers', does: 'promoted' },
    { id, name: 'Mowers', does: 'hidden' },
  ];
  const asked = { c, q: 'lawn mowers' };
  const explained = await server.call(owner, explainItem, { ...asked, id: other, filters: '{}' });
  expect(explained.data).toMatchObject({ is_found: true, curation: promotes });
  const missing = await server.call(owner, explainMissing, { ...asked, item: first });
  expect(missing.data).toMatchObject({ state: 'notFound', reasons: ['hidden'], curation: hides });
  expect((await server.call(owner, explainMissing, { ...asked, item: other })).data).toMatchObject({
    state: 'found',
    position: 1,
    curation: promotes,
  });
  const { data } = await server.call(owner, compareResults, { ...asked, a: mowers[1]!, b: other });
  expect(data).toMatchObject({
    verdict: { ahead: 'b', reason: 'promoted' },
    a: { curation: { id, does: null } },
    b: { curation: promotes },
  });
  const others = await server.call(owner, explainItem, { c, q: 'rake', id: other, filters: '{}' });
  expect(others.data).toMatchObject({ curation: null });
});

test('a collection lists the curations that use it', async () => {
  const { id } = await add('Mowers', [{ query: 'lawn mower' }], [other]);
  const { data } = await server.call(owner, readCollection, { id: c });
  expect(data!.dependent_by).toContainEqual({ kind: 'curation', id, name: 'Mowers' });
});

test('hides a product with all its variants in the shop, or one variant by choice', async () => {
  const shownToShops = async () => {
    const { data } = await server.call({}, frontSearch, { token: owner.project, q: 'plate', per_page: 100 });
    return data!.items.map((item) => ({ id: item.id, variants: item.variant_count, group: item['item_group'] }));
  };
  const all = await shownToShops();
  const { id, group, variants } = all.find((one) => one.variants > 1)!;
  const hide = async (item: NonNullable<Input['hidden']>[number]) => {
    await server.call(owner, curations.create, { ...curation('Plates', [{ query: 'plate' }]), hidden: [item] });
    await regenerate();
    return shownToShops();
  };
  expect(await hide({ id })).toEqual(all.filter((one) => one.id !== id));
  const { data: why } = await server.call(owner, explainItem, { c, q: 'plate', id });
  expect(why).toMatchObject({ is_found: false, reasons_not_found: ['hidden'], curation: { name: 'Plates', does: 'hidden' } });

  const [{ id: row, ...last }] = (await rows()) as [Curation];
  const { data: preview } = await server.call(owner, previewCuration, { c, q: 'plate', curation: { ...last, id: row } });
  expect(preview!.variant_counts[id]).toBeGreaterThanOrEqual(variants);
  await server.call(owner, curations.removeMany, { ids: [row] });
  const alone = await hide({ id, is_variant_only: true });
  expect(alone).toHaveLength(all.length);
  expect(alone.find((one) => one.group === group)).toMatchObject({ variants: variants - 1 });

  const { data: file } = await server.call(owner, curations.exportRows, { c, format: 'csv' });
  expect(file!.text).toContain(`variant:${id}`);
});
