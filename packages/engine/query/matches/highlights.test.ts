import { describe, expect, it } from 'vitest';
import type { FieldValue } from '#contract/item.ts';
import { createAnalyser } from '#engine/query/analysis/analyser.ts';
import { stemmedFields } from '#engine/query/resolve/run-search.ts';
import { highlighter } from './highlights.ts';
import type { CollectionLayout, Fragment } from '#engine/port.ts';
import { draftQuery } from '#engine/query/query-draft.ts';
import { alternativesOf } from '#engine/query/rule-matching.ts';
import { alternative, group, planOf } from '#engine/testing/catalogue.ts';

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
