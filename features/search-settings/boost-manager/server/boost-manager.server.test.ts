import { beforeEach, describe, expect, test } from 'vitest';
import { createCollection } from '#features/data/collections/collections.contract.ts';
import { listFields, updateField } from '#features/data/schema/schema.contract.ts';
import { explainItem } from '#features/developer/query-tester/query-tester.contract.ts';
import { frontAutocomplete } from '#features/front-api/autocomplete/autocomplete.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { listReleases } from '#features/search-settings/releases/releases.contract.ts';
import { readWaiting } from '#features/search-settings/releases/waiting.contract.ts';
import { sharedServer } from '#testing/shared-server.ts';
import {
  type Boosts,
  discardBoosts,
  previewBoosts,
  readBoosts,
  readFieldValues,
  saveBoosts,
  type SentBoost,
} from '#features/search-settings/boost-manager/boost-manager.contract.ts';

const server = await sharedServer();
const owner = await server.shop();
const c = owner.collectionId;

type Sent = Pick<SentBoost, 'field' | 'boost'> & Partial<SentBoost>;
const state = async (): Promise<Boosts> => (await server.call(owner, readBoosts, { c })).data!;
const save = (boosts: readonly Sent[], more: Partial<Parameters<typeof server.call<typeof saveBoosts>>[2]> = {}) =>
  server.call(owner, saveBoosts, { collection_id: c, boosts: boosts as SentBoost[], overrides_relevance: false, ...more });
const publish = (boosts: readonly Sent[], more = {}) => save(boosts, { publish: true, ...more });
const found = async (q = 'garden', per_page = 40) =>
  (await server.call({}, frontSearch, { token: owner.project, q, per_page })).data!.items;
const brands = async (q?: string) => (await found(q)).map(({ brand }) => String(brand));
const releaseNumber = async () => (await server.call(owner, listReleases, { per_page: 1 })).data!.items[0]!.number;
/** Of the last item whose brand isn't the first's. */
const lastOf = (found: readonly string[]) => found.findLast((one) => one !== found[0])!;
const lastBrand = async () => lastOf(await brands());
const onBrand = (brand: string, boost = 1000): Sent => ({ field: 'brand', type: 'value', value: [brand], boost });

const acting = (boosts: Boosts['boosts']) =>
  boosts.flatMap(({ updated_at: _at, updated_by: _by, ...boost }) => (boost.is_active ? [boost] : []));

beforeEach(async () => {
  await publish([]);
  expect((await state()).live.boosts).toEqual([]);
});

test('boosts are a draft until they are published, whole, and the draft can be taken back', async () => {
  const before = await brands();
  const brand = lastOf(before);
  const number = await releaseNumber();
  const { data: draft } = await save([onBrand(brand), { ...onBrand(before[0]!, 0.001), is_active: false }]);
  expect(draft).toMatchObject({ boosts: [{ value: expect.any(Array) }, {}], live: { boosts: [] }, updated_by: 'Test Person' });
  expect([await brands(), await releaseNumber()]).toEqual([before, number]);

  await save(draft!.boosts, { overrides_relevance: true });
  expect((await save(draft!.boosts, { publish: true })).data).toMatchObject({ change_count: 0, overrides_relevance: false });
  expect((await brands())[0]).toBe(brand);
  const completed = await server.call({}, frontAutocomplete, { token: owner.project, q: 'garden' });
  expect(completed.data!.items[0]!.brand).toBe(brand);
  expect(await releaseNumber()).toBe(number + 1);
  const { live, boosts } = await state();
  expect(acting(live.boosts)).toEqual(acting(boosts));

  await save([{ ...boosts[0]!, boost: 0.5 }, onBrand('Nobody')], { overrides_relevance: true });
  expect((await state()).change_count).toBe(3);
  const { data: back } = await server.call(owner, discardBoosts, { collection_id: c });
  expect(back).toMatchObject({ change_count: 0, overrides_relevance: false });
  expect(acting(back!.boosts)).toEqual(acting(live.boosts));
  expect((await server.call(owner, readWaiting, {})).data!.rows).toEqual([]);
  expect((await brands())[0]).toBe(brand);
});

test('boosts that are sent without their ids are the same ones, changed or not', async () => {
  const [kept, raised] = [onBrand('Kept'), onBrand('Raised', 2)];
  const { data: before } = await publish([kept, raised]);
  const { data: after } = await save([kept, { ...raised, boost: 3 }, onBrand('Added')]);
  expect(after!.change_count).toBe(2);
  expect(after!.boosts.slice(0, 2).map(({ id }) => id)).toEqual(before!.boosts.map(({ id }) => id));
  expect((await save([raised])).data!.boosts).toMatchObject([{ id: before!.boosts[1]!.id, value: ['Raised'] }]);
});

test('a preview is what publishing makes, and changes nothing', async () => {
  const brand = await lastBrand();
  const before = await state();
  const settings = {
    collection_id: c,
    boosts: [
      onBrand(brand),
      { field: 'price', type: 'functional', function: 'linear', operation: 'add', boost: 2 },
    ] as SentBoost[],
  };
  const { data, ...beside } = await server.call(owner, previewBoosts, { ...settings, overrides_relevance: true, q: 'garden' });
  expect(beside).toMatchObject({ res: { took: { final: expect.any(Number) } }, gone: expect.any(Array) });
  expect(data!.map(({ position }) => position)).toEqual(data!.map((_, at) => at + 1));
  const livePlaces = new Map((await found('garden', 100)).map(({ id }, at) => [id, at + 1]));
  expect(data!.map(({ live_position: place }) => place)).toEqual(data!.map(({ id }) => livePlaces.get(id) ?? null));
  expect(await state()).toEqual(before);
  await publish(settings.boosts, { overrides_relevance: true });
  expect((await found('garden', 20)).map(({ id }) => id)).toEqual(data!.map(({ id }) => id));
  const { data: without } = await server.call(owner, previewBoosts, {
    ...settings,
    boosts: [],
    overrides_relevance: false,
    q: 'garden',
  });
  expect(without!.map(({ id }) => livePlaces.get(id))).toEqual(without!.map((_, at) => at + 1));
});

test('a field that customers never see boosts, and is in no answer', async () => {
  const fields = (await server.call(owner, listFields, { c, per_page: 100 })).data!.items;
  const { id } = fields.find(({ name }) => name === 'price')!;
  const prices = new Map((await found('', 100)).map((item) => [item.id, Number(item.price)]));
  await server.call(owner, updateField, { id, archive: true });
  expect((await state()).fields.find(({ name }) => name === 'price')).toMatchObject({ is_archived: true, is_boostable: true });
  await publish([{ field: 'price', type: 'functional', function: 'linear', operation: 'add', boost: 1000 }]);
  const items = await found('', 50);
  const ofItems = items.map((item) => prices.get(item.id)).filter((price) => price !== undefined);
  expect(ofItems).toEqual(ofItems.toSorted((one, other) => other - one));
  expect(items.some((item) => 'price' in item)).toBe(false);
  await server.call(owner, updateField, { id, archive: false });
});

test('a boost acts on a word of a value, in any letters, and one by whole values does not', async () => {
  const brand = await lastBrand();
  const [word = ''] = brand.split(' ');
  await publish([{ field: 'brand', value: [word.toUpperCase()], based: 'word', boost: 1000 }]);
  expect((await brands())[0]!.split(' ')).toContain(word);
  const { id } = (await state()).boosts[0]!;
  const [first] = await found();
  const { data } = await server.call(owner, explainItem, { c, q: 'garden', filters: '', id: first!.id });
  expect(data!.boosts).toMatchObject([{ id, field: 'brand', amount: 1000 }]);
  await publish([onBrand(word.toUpperCase())]);
  expect(await lastBrand()).toBe(brand);
});

test('overriding gives a boosted field the weight 1, for shops too', async () => {
  const brand = await lastBrand();
  const weightOf = async () => {
    const item = (await found(brand)).find((one) => one.brand === brand)!;
    const { data } = await server.call(owner, explainItem, { c, q: brand, filters: '', id: item.id });
    return data!.matches.flatMap(({ fields }) => fields).find(({ field }) => field === 'brand')!.weight;
  };
  await publish([onBrand(brand, 1)]);
  const before = await weightOf();
  await publish((await state()).boosts, { overrides_relevance: true });
  expect(await weightOf()).toBeLessThan(before);
  expect(await weightOf()).toBe(1);
});

test('a boost that is not valid yet acts on nothing, nor does its preview', async () => {
  const before = await brands();
  const boosts = [{ ...onBrand(before.at(-1)!), valid_from: Date.now() + 86_400_000 }] as SentBoost[];
  const settings = { collection_id: c, boosts, overrides_relevance: false };
  const { data } = await server.call(owner, previewBoosts, { ...settings, q: 'garden' });
  expect(data!.map(({ live_position: place }) => place)).toEqual(data!.map(({ position }) => position));
  await publish(boosts);
  expect(await brands()).toEqual(before);
  await publish([{ ...boosts[0]!, valid_from: Date.now() - 86_400_000 }]);
  expect((await brands())[0]).toBe(before.at(-1));
});

describe('what makes no sense is told at its place', () => {
  const functional = { type: 'functional', function: 'linear', operation: 'add' } as const;
  test.each<[string, string, object]>([
    ['boost', 'boostNotPossible', { boost: 0 }],
    ['boost', 'boostNotPossible', { boost: 1e9 }],
    ['function', 'notValid', { ...functional, field: 'price', function: 'cubic' }],
    ['type', 'fieldWithoutNumbers', { ...functional, field: 'brand' }],
    ['field', 'notFound', { field: 'elsewhere' }],
    ['field', 'fieldNotBoostable', { field: 'description' }],
    ['value', 'requiredField', { value: [] }],
    ['value', 'oneWord', { based: 'word', value: ['two words'] }],
    ['id', 'notFound', { id: 999_999 }],
    ['valid_to', 'endsBeforeStart', { valid_from: 2_000_000_000_000, valid_to: 1_900_000_000_000 }],
    ['field', 'alreadyUsed', { value: ['first'] }],
  ])('%s: %s', async (field, code, changes) => {
    const before = await state();
    const boosts = [onBrand('first'), { ...onBrand('second'), ...changes }] as SentBoost[];
    const settings = { collection_id: c, boosts, overrides_relevance: false };
    for (const endpoint of [saveBoosts, previewBoosts] as const) {
      const { status, errors } = await server.call(owner, endpoint as typeof previewBoosts, { ...settings, q: 'garden' });
      expect([status, errors.map((one) => [one.field, one.code])]).toEqual([422, [[`boosts.1.${field}`, code]]]);
    }
    expect(await state()).toEqual(before);
  });

  test('a field of another collection is none of this one', async () => {
    const { data } = await server.call(owner, createCollection, { name: 'Articles' });
    const { errors } = await save([onBrand('first')], { collection_id: data!.id });
    expect(errors).toMatchObject([{ field: 'boosts.0.field', code: 'notFound' }]);
  });
});

test('what somebody else saved meanwhile is not overwritten', async () => {
  const { updated_at: began } = await state();
  await save([onBrand('theirs')]);
  const { status, errors } = await save([onBrand('mine')], { updated_at: began });
  expect([status, errors]).toMatchObject([409, [{ code: 'changedMeanwhile', parameters: { person: 'Test Person' } }]]);
  expect((await state()).boosts).toMatchObject([{ value: ['theirs'] }]);
  const { updated_at: now } = await state();
  expect((await save([onBrand('mine')], { updated_at: now })).status).toBe(200);
});

test('two boosts may exchange what they do', async () => {
  const { data } = await publish([onBrand('first', 2), onBrand('second', 3)]);
  const [one, other] = data!.boosts;
  const { data: changed } = await save([
    { ...one!, value: other!.value },
    { ...other!, value: one!.value },
  ]);
  expect(changed!.boosts.map(({ id, value }) => [id, value])).toEqual([
    [one!.id, ['second']],
    [other!.id, ['first']],
  ]);
});

test('lists the values of a field, and finds them by their letters', async () => {
  const valuesOf = async (field: string, search = '') => (await server.call(owner, readFieldValues, { c, field, search })).data!;
  const [first] = (await valuesOf('brand')).values;
  expect((await valuesOf('brand', String(first!.value).slice(0, 4).toUpperCase())).values).toContainEqual(first);
  expect((await server.call(owner, readFieldValues, { c, field: 'nothing' })).status).toBe(404);
});
