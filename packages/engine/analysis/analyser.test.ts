import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sharedData } from '#scripts/shared-data.ts';
import { createAnalyser } from './analyser.ts';
import { fold } from './folding.ts';

const czech = createAnalyser('cs');

function rows(file: string): string[][] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
}

describe('tokens', () => {
  const cases: [text: string, tokens: string[]][] = [
    ['Židle  KUCHYŇSKÁ', ['zidle', 'kuchynska']],
    ['xr-450', ['xr', '450']],
    ['2,5 l, 43.2 cm', ['2.5', 'l', '43.2', 'cm']],
    ['End. Next, 5', ['end', 'next', '5']],
    ["Levi's men's l'eau", ['levis', 'mens', 'l', 'eau']],
    ['Intel® Core™2 17″ 10µF', ['intel', 'core', '2', '17', '10μf']],
    ['Straße Łódź œuvre Ærø', ['strasse', 'lodz', 'oeuvre', 'aero']],
    ['Ёлка Ѝ άλφα', ['елка', 'и', 'αλφα']],
    ['東京タワー 5', ['東', '京', 'タ', 'ワ', 'ー', '5']],
    ['', []],
    ['--- ...', []],
  ];
  it.each(cases)('of %j are %j', (text, tokens) => {
    expect(czech.tokens(text)).toEqual(tokens);
  });

  it('joined by hyphens are also found as one', () => {
    expect(czech.joinedTokens('Sony WH-1000XM4 e-shop')).toEqual([
      { token: 'wh1000xm4', start: 1, count: 2 },
      { token: 'eshop', start: 3, count: 2 },
    ]);
    expect(czech.indexTokens('a <b>xr-450</b>')).toEqual(['a', 'xr', '450', 'xr450']);
  });

  it('of HTML leave out tags, scripts and entities', () => {
    const html = '<p>B<b>ol</b>d&nbsp;&eacute;t&#233;<br>x</p><script>alert("y")</script><style>z{}</style>3 < 4';
    expect(czech.indexTokens(html)).toEqual(['bold', 'ete', 'x', '3', '4']);
  });
});

describe('folding', () => {
  const file = sharedData('analysis/lucene/ascii_folding.tsv');
  it.skipIf(file === null)('agrees with the ASCII folding of Lucene on letters in use', () => {
    // The last rows of the Latin Additional block are medieval letters, as is the long s with a dot.
    const inUse = /^[\u00c0-\u017f\u1e00-\u1e9a\u1e9e-\u1ef9]$/u;
    const letters = rows(file ?? '').filter(([from, , to]) => inUse.test(from ?? '') && /^[A-Za-z]+$/.test(to ?? ''));
    const different = letters.filter(([from, , to]) => fold(from ?? '') !== to?.toLowerCase());
    expect(letters.length).toBeGreaterThan(300);
    expect(different.map(([from, , to]) => `${from} ${to} ${fold(from ?? '')}`)).toEqual([]);
  });
});

describe('stems', () => {
  it('of Czech forms meet, with and without diacritics', () => {
    const families = [
      'židle zidle židlí židlemi židlím židlích',
      'bota boty bot botám botách botami bóty',
      'stůl stolu stoly stolů stolům stul',
      'kniha knihy knize knihou knih',
      'ledničky lednička lednicku lednickou',
      'kuchyňský kuchyňská kuchynske kuchyňských',
    ];
    for (const family of families) expect(new Set(family.split(' ').map(czech.stem)).size, family).toBe(1);
  });

  const file = sharedData('analysis/lucene/czech_light_stem.tsv');
  it.skipIf(file === null)('meet where those of Lucene meet', () => {
    const families = Map.groupBy(rows(file ?? ''), ([, stem]) => stem);
    const apart = [...families.values()]
      .map((forms) => forms.map(([form]) => form ?? ''))
      .filter((forms) => new Set(forms.map(czech.stem)).size > 1);
    expect(apart).toEqual([]);
  });

  it('of Slovak forms meet', () => {
    const slovak = createAnalyser('sk');
    for (const family of ['stolička stoličky stoličkami stoličkách', 'topánky topánka topánkami topankach'])
      expect(new Set(family.split(' ').map(slovak.stem)).size, family).toBe(1);
  });

  it.each(['en', 'de', 'fr', 'es', 'it', 'hu', 'nl', 'da', 'bg'])(
    'are the same for folded and unfolded words in %s',
    (language) => {
      const analyser = createAnalyser(language);
      expect(analyser.hasStemmer).toBe(true);
      for (const word of ['Größen', 'élégantes', 'pantalones', 'házakban', 'обувки', 'schoenen', 'shoes'])
        expect(analyser.stem(word)).toBe(analyser.stem(analyser.tokens(word)[0] ?? ''));
    },
  );

  it('leave words with digits and languages without a stemmer alone', () => {
    expect(createAnalyser('en').stem('xr450s')).toBe('xr450s');
    expect(createAnalyser('pl').stem('Łóżka')).toBe('lozka');
    expect(createAnalyser('constructor').hasStemmer).toBe(false);
  });

  it('of English plurals meet the singular', () => {
    const english = createAnalyser('en-US');
    expect(english.stem('headphones')).toBe(english.stem('headphone'));
    expect(english.stem('batteries')).toBe(english.stem('battery'));
  });
});
