import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { languageCodes } from '#contract/texts/languages.ts';
import { sharedData } from '#scripts/shared-data.ts';
import { createAnalyser, analysisSteps, placedTokensOf, tokensWithPlaces } from './analyser.ts';
import { fold, foldInPlace, foldWithPlaces, placed } from './folding.ts';
import { maxTokenLength } from './tokens.ts';

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
    ['C++, C# a .NET 4K', ['c++', 'c#', 'a', 'net', '4k']],
    ['třída A+++ a C+D', ['trida', 'a+++', 'a', 'c', 'd']],
    ['42 2/3, ½ l, 205/55 R16, 1/2/2024', ['42', '2/3', '1/2', 'l', '205', '55', 'r16', '1', '2', '2024']],
    ['5½ 10×15 3/4" 1/2gallon', ['5', '1/2', '10x15', '3/4', '1/2', 'gallon']],
    ['Levi’s Levi`s Levi´s Leviʼs', ['levis', 'levis', 'levis', 'levis']],
    ['boty👟red 🇨🇿 5\u20e3kg 👍🏽', ['boty', '👟', 'red', '5', 'kg', '👍']],
    ['a\u00a0b\u2009c\u3000d', ['a', 'b', 'c', 'd']],
    ['note\u00adbook \u200fno\u200dte\ufeff', ['notebook', 'note']],
    ['Z\u030cidle \u0438\u0306од йод', ['zidle', 'йод', 'йод']],
    ['a\ud800b 𠮷野家 𝐀𝟏', ['a', 'b', '𠮷', '野', '家', 'a1']],
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
    expect(czech.indexTokens("H&M O'Neill")).toEqual(['h', 'm', 'o', 'neill', 'hm', 'oneill']);
  });

  it('of sizes, thousands and bar codes with spaces are also found as one', () => {
    const joined = (text: string): string[] => czech.joinedTokens(text).map(({ token }) => token);
    expect(joined('deska 10 x 15 cm a 2,5 x 3 x 4')).toEqual(['10x15', '10x15cm', '2.5x3x4']);
    expect(joined('10 000 mAh, 1 250 000')).toEqual(['10000', '10000mah', '1250000']);
    expect(joined('859 4008 123450')).toEqual([]);
    expect(joined('EAN 4 006381 333931 a 501 1234 56')).toEqual(['4006381333931']);
  });

  it('can be had with their diacritics, one for one', () => {
    const text = 'Byt a BÝT, 2,5 l Z\u030cidle&nbsp;½ Levi’s';
    expect(czech.surfaces(text)).toEqual(['byt', 'a', 'být', '2.5', 'l', 'židle', 'nbsp', '1/2', 'levis']);
    expect(czech.surfaces(text).map(fold)).toEqual(czech.tokens(text));
  });

  it('can be read as two words', () => {
    expect(czech.splits('wifi')).toEqual([['wi', 'fi']]);
    expect(czech.splits('headset')).toContainEqual(['head', 'set']);
    expect(czech.splits('10x15cm')).toContainEqual(['10x15', 'cm']);
    expect(czech.splits('xr450')).toEqual([['xr', '450']]);
    expect(czech.splits('450')).toEqual([]);
    expect(czech.splits('x'.repeat(64))).toEqual([]);
  });

  it('of HTML leave out tags, scripts and entities', () => {
    const html = '<p>B<b>ol</b>d&nbsp;&eacute;t&#233;<br>x</p><script>alert("y")</script><style>z{}</style>3 < 4';
    expect(czech.indexTokens(html)).toEqual(['bold', 'ete', 'x', '3', '4']);
    expect(czech.indexTokens('<a title="5 > 4" href=\'x>y\'>z</a> &amp;nbsp; &lstrok;&Odblac;&zdot; &alpha; &nope;')).toEqual([
      'z',
      'loz',
      'α',
      'nope',
    ]);
  });
});

describe('folding', () => {
  const file = sharedData('analysis/lucene/ascii_folding.tsv');
  it.skipIf(file === null)('agrees with every row of the ASCII folding of Lucene', () => {
    // The table holds the apostrophe as its escape alone; the wide backslash is the one row where that sign is meant.
    const wanted = (from: string, to: string): string => (to === '\\' && from !== '＼' ? "'" : to.toLowerCase());
    const letters = rows(file ?? '');
    const different = letters.filter(([from, , to]) => fold(from ?? '') !== wanted(from ?? '', to ?? ''));
    expect(letters.length).toBeGreaterThan(1_200);
    expect(different.map(([from, , to]) => `${from} ${to} ${fold(from ?? '')}`)).toEqual([]);
  });

  it.each([
    ['أقلام إبريق آلة مؤسسة شاطئ', 'اقلام ابريق اله موسسه شاطي'],
    ['ساعة مصطفى خـــاتم كُتُب', 'ساعه مصطفي خاتم كتب'],
    ['کیف ٥٠٠ ۱۲ ٢٫٥', 'كيف 500 12 2.5'],
    ['שעון שלום סף', 'שעונ שלומ ספ'],
    ['ﾊﾟｿｺﾝ ｹﾄﾙ ＡＢＣ１２', 'パソコン ケトル abc12'],
    ['ſtraße İSTANBUL ışık', 'strasse istanbul isik'],
    // Latin letters in a Cyrillic or a Greek word, and the other way round; real mixtures stay.
    ['Сiль cумка', 'сіль сумка'],
    ['iРhone Xiаomi', 'iphone xiaomi'],
    ['Λaμπα', 'λαμπα'],
    ['10х15 10 х 15', '10x15 10 x 15'],
    ['smartгодинник 10µF', 'smartгодинник 10μf'],
  ])('writes %s as %s', (written, folded) => {
    expect(fold(written)).toBe(folded);
    expect(placedTokensOf(written).tokens.map(({ text }) => text)).toEqual(czech.tokens(folded));
  });

  it('takes strokes and tails off Cyrillic letters, but leaves the short i', () => {
    expect(fold('Қазақ Ґанок Ў ўсё Йод')).toBe('казак ганок у усе йод');
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
      'kuchyňský kuchyňská kuchynske kuchyňských kuchyňskýma',
      'krém krémy krému krémem kremu',
      'salát saláty salátem salatu',
      'kotě kotěte koťata koťatům kotata',
      'okno okna oken oknem',
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
    for (const family of ['stolička stoličky stoličkami stoličkách stoličiek', 'topánky topánka topánkami topankach topánok'])
      expect(new Set(family.split(' ').map(slovak.stem)).size, family).toBe(1);
  });

  it.each(['en', 'de', 'fr', 'es', 'it', 'hu', 'nl', 'da', 'bg', 'pl', 'uk', 'el', 'tr', 'ar'])(
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
    expect(createAnalyser('th').stem('Łóżka')).toBe('lozka');
    expect(createAnalyser('constructor').hasStemmer).toBe(false);
    for (const language of ['cs', 'sk', 'en']) expect(createAnalyser(language).stem('constructor')).toMatch(/^construct/);
  });

  const bulgarian = sharedData('analysis/lucene/bulgarian_light_stem.tsv');
  it.skipIf(bulgarian === null)('of Bulgarian words meet where those of the published stemmer do', () => {
    const analyser = createAnalyser('bg');
    for (const forms of Map.groupBy(rows(bulgarian ?? ''), ([, stem]) => stem).values())
      expect(new Set(forms.map(([form]) => analyser.stem(form ?? ''))).size, forms.join()).toBe(1);
  });

  it('of English plurals meet the singular', () => {
    const english = createAnalyser('en-US');
    expect(english.stem('headphones')).toBe(english.stem('headphone'));
    expect(english.stem('batteries')).toBe(english.stem('battery'));
  });
});

const text = '<p>K&uuml;che <b>XR</b>-450</p> Židlemi&nbsp;10 x 15™';
const steps = Object.fromEntries(analysisSteps(text, 'cs').map(({ step, tokens }) => [step, tokens]));
const texts = (step: string): string[] => (steps[step] ?? []).map((token) => token.text);

describe('the steps of an analysis', () => {
  it('show each word as it is changed', () => {
    expect(texts('normalised')).toEqual(['küche', 'xr-450', 'židlemi', '10', 'x', '15tm']);
    expect(texts('folded')).toEqual(['kuche', 'xr-450', 'zidlemi', '10', 'x', '15']);
    expect(texts('split')).toEqual(['kuche', 'xr', '450', 'zidlemi', '10', 'x', '15']);
    expect(texts('joined')).toEqual([...texts('split'), 'xr450', '10x15']);
    expect(texts('stemmed')).toEqual(texts('joined').map(createAnalyser('cs').stem));
  });

  it('end with what the index keeps', () => {
    expect(texts('joined')).toEqual(createAnalyser('cs').indexTokens(text));
  });

  it('say where in the text each word stands', () => {
    const written = (step: string): string[] => (steps[step] ?? []).map(({ start, end }) => text.slice(start, end));
    expect(written('folded')).toEqual(['K&uuml;che', 'XR</b>-450', 'Židlemi', '10', 'x', '15™']);
    expect(written('joined')).toEqual(['K&uuml;che', 'XR', '450', 'Židlemi', '10', 'x', '15', 'XR</b>-450', '10 x 15']);
  });

  it('are empty without words', () => {
    for (const { tokens } of analysisSteps(' <br> ', 'en')) expect(tokens).toEqual([]);
  });
});

const staying = [
  'İstanbul',
  'Core™ i5',
  'Rychlovarná konvice XR-450',
  'ŽLUŤOUČKÝ kůň, 10 x 15 cm',
  'Łódź 2,5 l',
  'Код товара Ё',
  '859 4008 123456 京都',
];
const moving = ['½ l Straße', 'nai\u0308ve', 'ﬁltr', '👟 boty', '\u00adne\u00adviditelné', '\ud800 půl'];

test.each([...staying, ...moving])('the words of "%s" stand where they stand character by character', (text) => {
  expect(placedTokensOf(text)).toEqual(tokensWithPlaces(foldWithPlaces(placed(text))));
});

test('only texts whose characters stay where they are fold in place', () => {
  expect(staying.map(foldInPlace)).not.toContain(null);
  expect(moving.filter((text) => foldInPlace(text) !== null)).toEqual([]);
});

const analysers = languageCodes.map(createAnalyser);

/** Everything that the analyser says about a text. */
function analyseAll(text: string): void {
  for (const analyser of analysers) {
    for (const token of analyser.indexTokens(text)) {
      expect(token).not.toBe('');
      expect(token.length).toBeLessThanOrEqual(6 * 64);
      expect(analyser.stem(token)).not.toBe('');
    }
    expect(analyser.surfaces(text)).toHaveLength(analyser.tokens(text).length);
    analyser.joinedTokens(text);
  }
}

const file = sharedData('hostile/strings/blns.json');
const strings = file === null ? [] : (JSON.parse(readFileSync(file, 'utf8')) as string[]);

describe('hostile texts', () => {
  it.skipIf(file === null)('are analysed in every language', () => {
    expect(strings.length).toBeGreaterThan(400);
    for (const text of strings) analyseAll(text);
    analyseAll(strings.join(' '));
  });

  it.skipIf(file === null)('have the same tokens in the steps as in the index', () => {
    for (const text of strings) {
      const joined = analysisSteps(text, 'cs').find(({ step }) => step === 'joined');
      expect(joined?.tokens.map((token) => token.text)).toEqual(createAnalyser('cs').indexTokens(text));
    }
  });
});

/** Texts that take careless scanners quadratic time when repeated. */
const repeated = [
  '<',
  '<script ',
  '<!--',
  '<a "',
  '<a href="x" ',
  '</script ',
  '&',
  '&#1;',
  'a',
  'a-',
  '1 x ',
  '10 000 ',
  'ž',
  '\u030c',
  '京',
];

describe('long texts', () => {
  // Where the time is quadratic, a million units take minutes.
  it.each(repeated)('of %j alone are analysed to their end, into words of a bounded length', (part) => {
    const analyser = createAnalyser('cs');
    const text = part.repeat(Math.ceil(1_000_000 / part.length));
    let longest = 0;
    for (const token of analyser.indexTokens(text)) longest = Math.max(longest, token.length, analyser.stem(token).length);
    expect(longest).toBeLessThanOrEqual(maxTokenLength);
  });

  it('show their steps as well', () => {
    const text = '<p title="x>">Ž&eacute;\u00ad 10 x 15</p> '.repeat(2_000);
    expect(analysisSteps(text, 'cs').at(-1)?.tokens).toHaveLength(10_000);
  });
});
