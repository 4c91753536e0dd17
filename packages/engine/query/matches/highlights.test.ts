import { describe, expect, it, beforeAll, test } from 'vitest';
import type { FieldValue } from '#contract/item.ts';
import { createAnalyser } from '#engine/query/analysis/analyser.ts';
import { stemmedFields } from '#engine/query/resolve/run-search.ts';
import { highlighter } from './highlights.ts';
import { type CollectionLayout, type Fragment, inSession } from '#engine/port.ts';
import { draftQuery, groupsOf } from '#engine/query/query-draft.ts';
import { alternativesOf } from '#engine/query/rule-matching.ts';
import { alternative, group, planOf, catalogue, publishItems } from '#engine/testing/catalogue.ts';
import { scratchEngine } from '#engine/testing/scratch.ts';
import type { Plan, Alternative } from '#engine/plan.ts';
import { positionOf } from './position.ts';
import { matchInText, type MatchField } from './text-match.ts';

const czech = createAnalyser('cs');
const text = { type: 'text', searchable: true, stemmer: true, facet: false, path: false } as const;
const layout: CollectionLayout = {
  language: 'cs',
  groupField: null,
  fields: [
    { ...text, name: 'name' },
    { ...text, name: 'description' },
    { ...text, name: 'code', stemmer: false },
  ],
};

const planFor = (query: string) => planOf(draftQuery(czech, [], query).groups);
const highlightsOf = (fields: Readonly<Record<string, FieldValue>>, plan = planFor('zahradní židle')) =>
  highlighter(czech, plan, new Set(stemmedFields(layout)))({ id: 'i', fields });

/** Matches in brackets. */
const shown = (fragment: Fragment): string => fragment.map((part) => (part.isMatch ? `[${part.text}]` : part.text)).join('');
const inName = (name: FieldValue, query: string): string[] => (highlightsOf({ name }, planFor(query))['name'] ?? []).map(shown);

describe('a name shows the words of the query as they stand in it', () => {
  it.each([
    ['židle', 'Dřevěná židle bílá', 'Dřevěná [židle] bílá'],
    ['zidlemi', 'ŽIDLE, kuchyňské', '[ŽIDLE], kuchyňské'],
    ['židle zahradní', 'Zahradních židlí pět', '[Zahradních] [židlí] pět'],
    ['wh1000xm4', 'Sluchátka WH-1000XM4 černá', 'Sluchátka [WH-1000XM4] černá'],
    ['xr450', 'Televize XR 450', 'Televize [XR 450]'],
    ['play station', 'PlayStation 5', '[PlayStation] 5'],
    ['10x15', 'Fotoalbum 10 x 15 cm', 'Fotoalbum [10 x 15] cm'],
    ['židle', 'Židlička? Z\u030cidle!', 'Židlička? [Z\u030cidle]!'],
    ['židle', 'Žid\u00adle', '[Žid\u00adle]'],
    ['lampa', '💡 Lampa 👨‍👩‍👧 rodinná', '💡 [Lampa] 👨‍👩‍👧 rodinná'],
    ['židle', '<b>Židle</b>&nbsp;&amp; <i>stůl</i>', '[Židle] & stůl'],
    ['stůl', '5 < 6 &lt;script&gt;alert(1)&lt;/script&gt; stůl', '5 < 6 [stůl]'],
    ['stůl', '&amp;lt;img src=x onerror=alert(1)&amp;gt; stůl', '[stůl]'],
  ])('%s in %s', (query, name, expected) => {
    expect(inName(name, query)).toEqual([expected]);
  });

  it('and nothing else: a field without them is left out, so is one that is not searched', () => {
    const fields = { name: 'Zahradní stůl', description: 'Ze dřeva', note: 'židle', price: 5 };
    expect(Object.keys(highlightsOf(fields))).toEqual(['name']);
    expect(highlightsOf({ name: 'Lampa' })).toEqual({});
    expect(highlightsOf({ name: 'Lampa' }, planOf([]))).toEqual({});
  });

  it('also where they were found by a synonym of several words, a beginning or a correction', () => {
    const synonym = group('pracka', ...alternativesOf(czech, 'automatická pračka', 'synonym', 0.8));
    const plan = planOf([synonym, group('zid', alternative('prefix', ['zid'])), group('stul', alternative('fuzzy', ['stolu']))]);
    const name = 'Automatické pračky, automatické dveře, židlička ke stolu, automaticky';
    expect(highlightsOf({ name }, plan)['name']?.map(shown)).toEqual([
      '[Automatické pračky], automatické dveře, [židlička] ke [stolu], automaticky',
    ]);
  });

  it('but only as the field is searched', () => {
    const stem = group('zidle', alternative('stem', ['zidl']));
    const plan = planOf([stem, group('lam', alternative('prefix', ['lam']))]);
    const fields = { ...plan, fields: plan.fields.map((field) => ({ ...field, wildcard: 0 })) };
    expect(highlightsOf({ code: 'židlí židle lampa' }, fields)['code']?.map(shown)).toEqual(['židlí [židle] lampa']);
  });

  it('of each value of a list that has them', () => {
    expect(inName(['Stůl', 'Židle malá', 'Velká židle', 'Židle'], 'židle')).toEqual(['[Židle] malá', 'Velká [židle]']);
  });
});

describe('a long text is cut', () => {
  const filling = 'Ze dřeva a kovu, s\u00a0dlouhou zárukou. '.repeat(30);
  const describing = (description: string, query = 'zahradní židle'): Fragment[] => [
    ...(highlightsOf({ description }, planFor(query))['description'] ?? []),
  ];

  it('around the words, which are shown together where they stand together', () => {
    const fragments = describing(`${filling}židle. ${filling}Skládací zahradní židle na terasu. ${filling}`);
    expect(fragments).toHaveLength(1);
    expect(shown(fragments[0]!)).toMatch(/^….*Skládací \[zahradní\] \[židle\] na terasu\..*…$/);
  });

  it('to one piece for each of two words that stand apart, in their order', () => {
    const fragments = describing(`Židle ${filling} ${filling} zahradní`);
    expect(fragments.map((parts) => parts.filter(({ isMatch }) => isMatch).map((part) => part.text))).toEqual([
      ['Židle'],
      ['zahradní'],
    ]);
    expect(shown(fragments[0]!)).toMatch(/^\[Židle\].*…$/);
    expect(shown(fragments[1]!)).toMatch(/^….*\[zahradní\]$/);
  });

  it('to whole words and whole characters, and never to much', () => {
    const family = '👨‍👩‍👧';
    for (const description of [filling + filling, family.repeat(400), 'x'.repeat(3_000), 'あ'.repeat(3_000)]) {
      const [fragment = []] = describing(`${description} židle ${description}`);
      const whole = fragment.map((part) => part.text).join('');
      expect(shown(fragment)).toContain('[židle]');
      expect(whole.length).toBeLessThan(300);
      expect(whole.isWellFormed()).toBe(true);
      expect(whole.replaceAll(family, '')).not.toMatch(/[\u200d\u{1f468}]/u);
    }
  });

  it('where its words come too late, nothing is shown', () => {
    expect(describing(`${'slovo '.repeat(2_000)} židle`)).toEqual([]);
  });

  it('in no more time than its length, whatever it holds', () => {
    const hostile = [
      'židle '.repeat(50_000),
      '<'.repeat(100_000),
      '&amp;'.repeat(50_000),
      'a-'.repeat(50_000),
      '\ud800'.repeat(50_000),
    ];
    for (const description of hostile) expect(describing(`židle ${description}`).length).toBeGreaterThan(0);
  });
});

const collection = 'products';
const itemCount = 3_000;
const words = [group('red'), group('lamp'), group('chairs')];

const engine = scratchEngine();
beforeAll(() => publishItems(engine, collection, [...catalogue(itemCount)]));

const idsOf = async (plan: Plan) => (await engine.search(collection, { ...plan, size: itemCount })).hits.map(({ id }) => id);

async function place(plan: Plan, id: string): Promise<number | null> {
  return inSession(engine, collection, async (session) => {
    const explanation = await session.explain(plan, id);
    return explanation && positionOf(session, plan, explanation);
  });
}

it.each([
  ['the words', planOf(words)],
  ['variants as one', planOf(words, { collapse: true })],
  ['promoted items', planOf(words, { promoted: ['item-7', 'item-2900'] })],
  ['boosts', planOf(words, { boosts: [{ kind: 'value', field: 'brand', anyOf: ['Brand 2'], factor: 3 }] })],
])('the place of an item by %s is that of the whole list', async (_, plan) => {
  const ids = await idsOf(plan);
  expect(ids.length).toBeGreaterThan(700);
  for (const at of [0, 1, 99, 100, 101, 350, 511, ids.length - 1]) expect(await place(plan, ids[at]!), `${at}`).toBe(at + 1);
});

it('gives no place to a variant that is grouped under another', async () => {
  const plan = planOf(words, { collapse: true });
  const shown = new Set(await idsOf(plan));
  const hidden = (await idsOf({ ...plan, collapse: false })).filter((id) => !shown.has(id));
  expect(hidden.length).toBeGreaterThan(10);
  for (const id of [hidden[0]!, hidden[7]!, hidden.at(-1)!]) expect(await place(plan, id)).toBeNull();
});

it('among very many equal scores finds a place near the beginning only', async () => {
  const plan = planOf([]);
  const ids = await idsOf(plan);
  expect(await place(plan, ids[900]!)).toBe(901);
  expect(await place(plan, ids[2_500]!)).toBeNull();
});

const analyser = createAnalyser('cs');
const name: MatchField = { stemmer: true, wildcard: 1 };
const code: MatchField = { stemmer: false, wildcard: 0 };

function found(query: string, text: string, field: MatchField, added: readonly Alternative[] = []): string | null {
  const [group] = groupsOf(analyser, query);
  if (!group) return null;
  const whole = { ...group, alternatives: [...group.alternatives, ...added] };
  const match = matchInText(analyser, whole, analyser.indexTokens(text), field);
  return match && `${match.alternative.kind} ${match.words.join(' ')}`;
}

describe('a text', () => {
  test.each([
    ['židlemi', 'Jídelní židle', 'stem zidle'],
    ['židle', 'Jídelní židle', 'exact zidle'],
    ['ZIDLE', '<b>Židle</b>', 'exact zidle'],
    ['stůl', 'Jídelní židle', null],
    ['xr450', 'Sekačka XR-450', 'exact xr450'],
    ['xr450', 'Sekačka XR 450', 'synonym xr 450'],
  ])('for %s, “%s” has %j', (query, text, expected) => {
    expect(found(query, text, name)).toBe(expected);
  });

  test('a field without stems has a word only as it is typed', () => {
    expect(found('židlemi', 'Jídelní židle', code)).toBeNull();
    expect(found('židle', 'Jídelní židle', code)).toBe('exact zidle');
  });

  test('has beginnings only where the field allows them, and corrected words everywhere', () => {
    const beginning: Alternative = { kind: 'prefix', terms: ['sek'], weight: 0.6 };
    const typo: Alternative = { kind: 'fuzzy', terms: ['zidle'], weight: 0.7 };
    expect(found('sek', 'Sekačka', name, [beginning])).toBe('prefix sekacka');
    expect(found('sek', 'Sekačka', code, [beginning])).toBeNull();
    expect(found('zydle', 'Židle', name, [typo])).toBe('fuzzy zidle');
    expect(found('zydle', 'Židle', code, [typo])).toBe('fuzzy zidle');
  });
});
