import { screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { changeLanguage, startI18n, translatorOf } from '#ui/text/i18n.ts';
import { formats } from '#ui/text/format.ts';
import { kindOf, inKindOrder, type ReleasedRow, rowDifferences, rowSentence } from '#ui/releases/released-kind.ts';
import { renderAt } from '#ui/test-frame.tsx';
import czech from './locales/cs.json' with { type: 'json' };
import english from './locales/en.json' with { type: 'json' };
import { releasedKinds } from './released-kinds.ts';

beforeAll(() => startI18n(async (language) => (language === 'cs' ? czech : english)));
beforeEach(() => changeLanguage('en'));

const fields = { type: 'text', isFacet: false, relevance: { searchable: true, weight: 60, fuzzy: false } };

it.each<[source: string, row: ReleasedRow, inEnglish: string, inCzech: string]>([
  [
    'synonyms',
    { term: 'hoover', synonyms: ['vacuum', 'sweeper'], synonym_type_id: 1 },
    '“hoover” and “vacuum”, “sweeper” find each other.',
    '„hoover“ a „vacuum“, „sweeper“ najdou totéž.',
  ],
  [
    'synonyms',
    { term: 'hoover', synonyms: ['vacuum'], synonym_type_id: 3 },
    '“hoover” also finds “vacuum”, further down.',
    '„hoover“ najde i „vacuum“, ale níž.',
  ],
  ['character-filters', { from: '×', to: 'x' }, '“×” becomes “x”.', 'Z „×“ bude „x“.'],
  ['character-filters', { from: '´', to: '' }, '“´” is dropped from queries.', '„´“ se z dotazů vypustí.'],
  [
    'phrases',
    { phrase: 'hose', is_visible: true, item_count: 3 },
    'Suggested, and finds 3 items.',
    'Našeptává se a najde 3 položky.',
  ],
  ['fields', fields, 'Searched, with the weight 6.', 'Hledá se v něm, váha 6.'],
  ['collections', { relevant_rate: 70, force_stopwords: false }, 'Match rate 70%.', 'Míra shody 70%.'],
  [
    'collections',
    { relevant_rate: 70, force_stopwords: false, learning: 'careful' },
    'Match rate 70%. Learns from visitors.',
    'Míra shody 70%. Učí se od návštěvníků.',
  ],
  [
    'learned',
    { key: 'kettl', query: 'kettle', ids: ['a', 'b', 'c'], logs: [0.3, -0.2, 0.4] },
    '2 items rank higher, 1 lower.',
    'Výš: 2, níž: 1 položek.',
  ],
  ['project', { language: 'cs' }, 'Language of the items: Czech.', 'Jazyk položek: čeština.'],
  [
    'stopwords',
    { value: 'pro', name: 'cs' },
    'Ignored in queries, from the set Czech.',
    'V dotazech se ignoruje, ze sady Čeština.',
  ],
  ['fixits', { term: 'tv', catalog_term: 'telly' }, '“tv” is searched as “telly”.', '„tv“ se hledá jako „telly“.'],
  ['fixits', { term: 'tv', catalog_term: 'https://a.test/' }, '“tv” leads to https://a.test/', '„tv“ vede na https://a.test/'],
  [
    'boosts',
    { field: 'stock', type: 'value', value: ['yes', 'soon'], based: 'value', function: 'linear', operation: 'add', boost: 2.5 },
    'stock is “yes, soon”: ×2.5',
    'stock je „yes, soon“: ×2,5',
  ],
  [
    'boosts',
    {
      field: 'margin',
      type: 'functional',
      value: [],
      based: 'value',
      function: 'logarithmic',
      direction: 'rising',
      full_until: null,
      operation: 'add',
      boost: 3,
    },
    'margin, gently: +3',
    'margin, mírně: +3',
  ],
  [
    'boost-settings',
    { overrides_relevance: true },
    'A field with a boost counts with weight 1.',
    'Pole se zvýhodněním má váhu 1.',
  ],
  [
    'curations',
    { name: 'Boots', queries: [{ query: 'boots', match: 'is' }], promoted: [{ id: '1' }, { id: '2' }], hidden: [{ id: '3' }] },
    'For “boots”: 2 promoted, 1 hidden.',
    'Pro „boots“: připnuto 2, skryto 1.',
  ],
  [
    'curations',
    { name: 'Boots', queries: [], category: 'Shoes > Boots', promoted: [{ id: '1' }], hidden: [] },
    'For “Shoes > Boots”: 1 promoted, 0 hidden.',
    'Pro „Shoes > Boots“: připnuto 1, skryto 0.',
  ],
  [
    'banners',
    { name: 'Sale', queries: ['boots'], category: '', headline: '', alt: 'Boots for less' },
    'For “boots”: Boots for less.',
    'Pro „boots“: Boots for less.',
  ],
  ['synonyms', { term: 'stored by an older server' }, '', ''],
])('a whole row of %s is told in a sentence', async (source, row, inEnglish, inCzech) => {
  const kind = kindOf(releasedKinds, source);
  const say = (language: 'en' | 'cs') => rowSentence(kind, row, translatorOf(language)).replaceAll('\u00a0', ' ');
  expect(say('en')).toBe(inEnglish);
  await changeLanguage('cs');
  expect(say('cs')).toBe(inCzech);
});

it.each<[source: string, before: ReleasedRow, after: ReleasedRow, told: unknown[]]>([
  [
    'synonyms',
    { term: 'hoover', synonyms: ['vacuum', 'sweeper'], synonym_type_id: 1 },
    { term: 'hoover', synonyms: ['vacuum', 'dyson'], synonym_type_id: 2 },
    [
      { label: 'Synonyms', added: ['dyson'], removed: ['sweeper'] },
      { label: 'Kind', before: 'Two-way', after: 'One-way' },
    ],
  ],
  [
    'synonyms',
    { term: 'hoover', synonyms: ['a', 'b'], synonym_type_id: 1 },
    { term: 'hoover', synonyms: ['b', 'a'], synonym_type_id: 1 },
    [{ label: 'Synonyms', before: 'a, b', after: 'b, a' }],
  ],
  [
    'fields',
    fields,
    { ...fields, isFacet: true, relevance: { ...fields.relevance, weight: 85 } },
    [
      { label: 'Weight', before: '6', after: '8.5' },
      { label: 'Filters', before: 'Off', after: 'On' },
    ],
  ],
  ['collections', { relevant_rate: 70 }, { relevant_rate: 100 }, [{ label: 'Match rate', before: '70%', after: 'ALL' }]],
  ['phrases', { phrase: 'hose', stems: 'hose' }, { phrase: 'hose', stems: 'hos' }, []],
  ['of another server', { a: 1 }, { a: 2 }, []],
])('a change of %s is told field by field', async (source, before, after, told) => {
  const Differences = () => {
    return (
      <p>
        {JSON.stringify(
          rowDifferences(kindOf(releasedKinds, source), [before, after], translatorOf('en'), { ...formats, timeZone: 'UTC' }),
        )}
      </p>
    );
  };
  await renderAt('/x', () => <Differences />);
  expect(JSON.parse((await screen.findByText(/^\[/)).textContent)).toEqual(told);
});

it('kinds come in the order of the list, and one that is not known comes last', () => {
  expect(inKindOrder(releasedKinds, ['unknown', 'fields', 'synonyms'])).toEqual(['synonyms', 'fields', 'unknown']);
});
