import { describe, expect, test } from 'vitest';
import { analyzeTerm, type AnalysedTerm } from '#features/developer/analyze/analyze.contract.ts';
import { createCollection } from '#features/data/collections/collections.contract.ts';
import { charFilters } from '#features/developer/chars-filter/chars-filter.contract.ts';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { changesBetween } from './analyze.server.ts';

const server = await sharedServer();
const owner = await server.shop('cs');
const { collectionId: c } = owner;

const analyze = async (term: string, input: { schema?: string } = {}): Promise<AnalysedTerm> =>
  (await server.call(owner, analyzeTerm, { c, term, ...input })).data!;
const wordsOf = (steps: AnalysedTerm['query'], step: string) => steps.find((one) => one.step === step)?.words;

describe('a term', () => {
  test('is shown after every step, with what changed it', async () => {
    const { schema, query, text } = await analyze('Židlemi');
    expect(schema).toBe('name');
    expect(wordsOf(query, 'normalised')).toEqual([{ text: 'židlemi', change: 'changed', was: 'Židlemi' }]);
    expect(wordsOf(query, 'folded')).toEqual([{ text: 'zidlemi', change: 'changed', was: 'židlemi' }]);
    expect(wordsOf(query, 'split')).toEqual([{ text: 'zidlemi', change: 'kept', was: '' }]);
    const [stem] = wordsOf(query, 'stemmed')!;
    expect(stem).toMatchObject({ change: 'changed', was: 'zidlemi' });
    expect(wordsOf(text, 'stemmed')).toEqual([stem]);
  });

  test('tells how many items each of its forms finds in the field', async () => {
    const { lookups } = await analyze('květináče ');
    const exact = lookups.find(({ kind }) => kind === 'exact')!;
    const stem = lookups.find(({ kind }) => kind === 'stem')!;
    expect(exact.term).toBe('kvetinace');
    expect(stem.item_count).toBeGreaterThan(0);
    expect(stem.item_count).toBeGreaterThanOrEqual(exact.item_count!);
    const others = await analyze('květináče ', { schema: 'brand' });
    expect(others.schema).toBe('brand');
    expect(others.lookups.map(({ item_count }) => item_count)).toEqual(others.lookups.map(() => 0));
  });

  test('in a field that is not searched finds nothing to count, and without stems stays as it is', async () => {
    const { fields } = await analyze('židle');
    const plain = fields.find(({ has_stems, is_searched }) => !has_stems && !is_searched)!;
    const { query, lookups } = await analyze('židlemi', { schema: plain.name });
    expect(wordsOf(query, 'stemmed')).toBeUndefined();
    expect(lookups.some(({ kind }) => kind === 'stem')).toBe(false);
    expect(lookups.every(({ item_count }) => item_count === null)).toBe(true);
  });

  test('shows what the rules of the shop do to it, only where it is searched for', async () => {
    await server.call(owner, charFilters.create, { from: '&', to: ' a ' });
    await server.call(owner, synonyms.create, { term: 'flowerpot', synonym_type_id: 2, synonyms: ['květináč'] });
    const { query, text, lookups } = await analyze('Flowerpot&hlína');
    expect(wordsOf(query, 'characters')!.map(({ text: word, change }) => [word, change])).toEqual([
      ['flowerpot&hlína', 'removed'],
      ['flowerpot', 'added'],
      ['a', 'added'],
      ['hlína', 'added'],
    ]);
    expect(wordsOf(query, 'synonyms')).toContainEqual({ text: 'kvetinac', change: 'added', was: '' });
    expect(text.map(({ step }) => step)).not.toContain('synonyms');
    expect(lookups.find(({ term }) => term === 'kvetinac')).toMatchObject({ word: 'flowerpot', kind: 'synonym' });
    expect(lookups.find(({ term }) => term === 'kvetinac')!.item_count).toBeGreaterThan(0);
  });
});

describe('what can not be analysed', () => {
  test('an unknown field and a foreign collection are not found', async () => {
    const field = await server.call(owner, analyzeTerm, { c, term: 'a', schema: 'nosuchfield' });
    expect(field).toMatchObject({ status: 404, err: 1, msg: 'The requested field is not found.' });
    const stranger = await server.emptyShop();
    expect((await server.call(stranger, analyzeTerm, { c, term: 'a' })).status).toBe(404);
  });

  test.each(['', 'a\0b', '\uD800', '-', 'x '.repeat(499)])('%j does no harm', async (term) => {
    const answer = await server.call(owner, analyzeTerm, { c, term });
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.data)).not.toContain('\\u0000');
  });

  test('words beyond the limit of a query are told to be left out', async () => {
    expect((await analyze('a '.repeat(20))).is_cut).toBe(true);
    expect((await analyze('židle')).is_cut).toBe(false);
  });
});

test('before the first import, terms are analysed in the language of the project', async () => {
  const person = await server.signUp();
  const { data: made } = await server.call(person, createProject, { name: 'New', language: 'cs', data_source: 'aisle_api' });
  const newcomer = { ...person, project: made!.token };
  const { data: empty } = await server.call(newcomer, createCollection, { name: 'Empty' });
  const { data } = await server.call(newcomer, analyzeTerm, { c: empty!.id, term: 'židlemi' });
  expect(data).toMatchObject({ schema: '', fields: [], lookups: [{ item_count: null }, { item_count: null }] });
  expect(wordsOf(data!.query, 'stemmed')).toMatchObject([{ was: 'zidlemi' }]);
});

const marks = { kept: '', changed: '~', added: '+', removed: '-' } as const;

/** `~zidle<židle` for a changed word, `+` for a new one, `-` for one that went. */
const said = (before: string, after: string): string =>
  changesBetween(before.split(' ').filter(Boolean), after.split(' ').filter(Boolean))
    .map(({ text, change, was }) => `${marks[change]}${text}${was && `<${was}`}`)
    .join(' ');

test.each([
  ['židle stůl', 'židle stul', 'židle ~stul<stůl'],
  ['židle a stůl', 'židle stůl', '-a židle stůl'],
  ['xr-450 sekačka', 'xr 450 sekačka', '-xr-450 +xr +450 sekačka'],
  ['', 'a', '+a'],
])('from “%s” to “%s”: %s', (before, after, expected) => {
  expect(said(before, after)).toBe(expected);
});
