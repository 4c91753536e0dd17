import { expect, test, describe } from 'vitest';
import { shapeProblems } from './house-shape.ts';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findCircle, floorProblems } from './import-floors.ts';
import { sentencesIn, translationProblems } from './translation-problems.ts';

const aliases = { '#features/*': './features/*' };
const long = 'export const a = 1;\n'.repeat(20);

test('reports a small file that one other file imports, whatever its tests import', () => {
  const sources = new Map([
    ['features/data/feeds/small.ts', 'export const small = 1;\n'],
    ['features/data/feeds/small.test.ts', "import { small } from './small.ts';\n"],
    ['features/data/feeds/page.tsx', `import { small } from './small.ts';\n${long}`],
  ]);
  expect(shapeProblems(sources, aliases)).toEqual([
    'features/data/feeds/small.ts has 1 lines: merge it into features/data/feeds/page.tsx.',
  ]);
});

test('leaves contracts, lazily loaded files and what another feature imports', () => {
  const sources = new Map([
    ['features/data/feeds/feeds.contract.ts', 'export const small = 1;\n'],
    ['features/data/feeds/lazy.tsx', 'export const small = 1;\n'],
    ['features/data/feeds/shared.tsx', 'export const small = 1;\n'],
    [
      'features/data/feeds/page.tsx',
      `import { small } from '#features/data/feeds/feeds.contract.ts';\nimport('./lazy.tsx');\n${long}`,
    ],
    ['features/owner/a/page.tsx', `import { small } from '#features/data/feeds/shared.tsx';\n${long}`],
  ]);
  expect(shapeProblems(sources, aliases)).toEqual([]);
});

test('reports a folder of more than 25 files, without its tests', () => {
  const files = (count: number) => Array.from({ length: count }, (_, at) => [`features/data/feeds/a${at}.ts`, long] as const);
  expect(shapeProblems(new Map([...files(25), ['features/data/feeds/a.test.ts', long]]), aliases)).toEqual([]);
  expect(shapeProblems(new Map(files(26)), aliases)).toEqual(['features/data/feeds has 26 files: at most 25.']);
});

describe('documented files', () => {
  const root = path.dirname(import.meta.dirname);
  const documents = globSync(['*.md', '{docs,packages}/**/*.md'], { cwd: root, exclude: ['**/node_modules', '**/dist'] });

  /** A path of the project in back quotes, without wildcards. */
  const named = /`((?:apps|bench|docs|e2e|features|packages|scripts)\/[\w./-]+\.\w+)`/g;
  const linked = /\]\((?!https?:|mailto:|#)([^)#\s]+)/g;

  test.each(documents)('every file and link named in %s exists', (document) => {
    const text = readFileSync(path.join(root, document), 'utf8');
    const files = [...text.matchAll(named)].map(([, file = '']) => file);
    const links = [...text.matchAll(linked)].map(([, link = '']) => path.join(path.dirname(document), link));
    expect([...new Set([...files, ...links])].filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });
});

describe('import floors', () => {
  const aliases = {
    '#contract/*': './packages/contract/*',
    '#engine/*': './packages/engine/*',
    '#features/*': './features/*',
    '#server/*': './packages/server/*',
    '#ui/*': './packages/ui/*',
  };
  const synonyms = 'features/search-settings/synonyms';

  const problemsOf = (file: string, specifier: string): string[] =>
    floorProblems(new Map([[file, `import { thing } from '${specifier}';\n`]]), aliases);

  test.each([
    ['packages/contract/page.ts', 'kysely'],
    ['packages/engine/query/pipeline.ts', '#server/db/schema.ts'],
    ['packages/server/app/serve.ts', '#ui/list/table.tsx'],
    ['packages/server/app/serve.ts', '#features/a/a/a.store.ts'],
    ['packages/ui/list/table.tsx', 'node:fs'],
    ['packages/clients/client.ts', 'zod/mini'],
    ['packages/plugin/plugin.ts', '#engine/plan.ts'],
    [`${synonyms}/synonyms.contract.ts`, '#server/app/serve.ts'],
    [`${synonyms}/server/synonyms.rule.ts`, '#server/db/schema.ts'],
    [`${synonyms}/server/synonyms.rule.ts`, '#features/a/a/a.rule.ts'],
    [`${synonyms}/server/synonyms.store.ts`, 'fastify'],
    [`${synonyms}/server/synonyms.server.ts`, 'kysely'],
    [`${synonyms}/server/synonyms.server.ts`, '#features/a/a/a.rule.ts'],
    [`${synonyms}/screen/synonyms.page.tsx`, '#features/search-settings/synonyms/server/synonyms.store.ts'],
    [`${synonyms}/screen/synonyms.page.tsx`, '#features/a/a/a.page.tsx'],
    [`${synonyms}/screen/synonyms.page.tsx`, 'node:fs'],
    ['apps/server/app.ts', '../console/main.tsx'],
  ])('refuses %s importing %s', (file, specifier) => {
    expect(problemsOf(file, specifier)).toEqual([expect.stringContaining(`${file} imports `)]);
  });

  test.each([
    ['packages/contract/page.ts', 'zod/mini'],
    ['packages/server/app/serve.ts', '#engine/port.ts'],
    [`${synonyms}/server/synonyms.rule.ts`, '#engine/plan.ts'],
    [`${synonyms}/server/synonyms.store.ts`, '#server/db/schema.ts'],
    [`${synonyms}/server/synonyms.server.ts`, '#features/a/a/a.store.ts'],
    [`${synonyms}/screen/synonyms.page.tsx`, '#features/a/a/a.picker.tsx'],
    ['apps/server/app.test.ts', 'kysely'],
  ])('accepts %s importing %s', (file, specifier) => {
    expect(problemsOf(file, specifier)).toEqual([]);
  });

  test('reports a circle by the imports that close it', () => {
    const arrows = new Map([
      ['a', new Map([['b', 'a.ts']])],
      ['b', new Map([['c', 'b.ts']])],
      ['c', new Map([['b', 'c.ts']])],
    ]);
    expect(findCircle(arrows)).toEqual(['b imports c in b.ts', 'c imports b in c.ts']);
  });
});

describe('translation problems', () => {
  const textsOf = (source: string): string[] => sentencesIn(source).sentences.map(({ text }) => text);

  test.each([
    [`t('Add synonym')`, ['Add synonym']],
    [`t("The shop's items")`, ["The shop's items"]],
    [`t('The shop\\'s items')`, ["The shop's items"]],
    [`t(\`Whole sentence\`)`, ['Whole sentence']],
    [`t(\n  'On a line of its own',\n)`, ['On a line of its own']],
    [`t(kind === 'new' ? 'Add feed' : 'Change feed')`, ['Add feed', 'Change feed']],
    [`t('Hello {name}, (welcome)', { name: t('stranger') })`, ['Hello {name}, (welcome)', 'stranger']],
    [`const title = msg('Synonyms');`, ['Synonyms']],
    [`<Trans i18nKey="Read the <1>manual</1>">`, ['Read the <1>manual</1>']],
    [`t('1\\u00a0000')`, ['1\u00a0000']],
    [`format('a'); set.t('b'); at('c'); t(column.title); t(texts['d'])`, []],
    [`/** Use t('a'). */\n  // t('b')\n{/* t('c') */}\nconst accept = 'image/*'; t('d') /* e */`, ['d']],
  ])('finds the sentences of %s', (source, texts) => expect(textsOf(source)).toEqual(texts));

  test('finds plural forms by a count', () => {
    for (const values of ['{ count: total }', '{ count }'])
      expect(sentencesIn(`t('{count} items', ${values})`).sentences).toEqual([{ text: '{count} items', isPlural: true }]);
    expect(sentencesIn(`t('{n} items', { n: row.count })`).sentences).toEqual([{ text: '{n} items', isPlural: false }]);
  });

  test.each(['t(`Hello ${name}`)', `t('Hello ' + name)`, `t(greeting + ' there')`])('reports %s as untranslatable', (source) => {
    expect(sentencesIn(source).unreadable).toHaveLength(1);
  });

  const close = { text: 'Close', isPlural: false };
  const items = { text: '{count} items', isPlural: true };
  const en = { '{count} items_one': '{count} item', '{count} items_other': '{count} items' };
  const csForms = {
    '{count} items_one': 'jedna položka',
    '{count} items_few': '{count} položky',
    '{count} items_many': '{count} položky',
    '{count} items_other': '{count} položek',
  };

  const complete = {
    en,
    cs: { Close: 'Zavřít', ...csForms },
    ch: { Close: '关闭', '{count} items_other': '{count} 个项目' },
    jp: { Close: '閉じる', '{count} items_other': '{count}件' },
    de: { Close: 'Schließen', '{count} items_one': '{count} Artikel', '{count} items_other': '{count} Artikel' },
    ...Object.fromEntries(
      ['es', 'fr'].map((language) => [
        language,
        { Close: 'Fermer', ...Object.fromEntries(['one', 'many', 'other'].map((form) => [`{count} items_${form}`, '{count}'])) },
      ]),
    ),
  };

  test('accepts languages that say everything in each plural form they have', () => {
    expect(translationProblems([close, items], complete)).toEqual([]);
  });

  test('reports missing, unused and differing sentences', () => {
    const { '{count} items_few': _few, ...cs } = complete.cs;
    const limit = { text: 'At most {max}', isPlural: false };
    const max = { 'At most {max}': '{max}' };
    const others = Object.entries(complete).filter(([language]) => language !== 'en');
    const locales = {
      ...Object.fromEntries(others.map(([language, locale]) => [language, { ...locale, ...max }])),
      en,
      cs: { ...cs, Close: '', Open: 'Otevřít', 'At most {max}': 'Nejvýše {maximum}' },
      de: { ...complete.de, Open: 'Öffnen' },
    };
    expect(translationProblems([close, items, limit], locales).toSorted()).toEqual([
      'cs.json has "Open", which nobody says.',
      'cs.json has no "Close".',
      'cs.json has no "{count} items_few".',
      'cs.json has other values in braces than "At most {max}".',
      'de.json has "Open", which nobody says.',
      'de.json has no "At most {max}".',
    ]);
  });

  test.each([
    ['s vámi', 1],
    ['Z Prahy', 1],
    ['platí (v Praze)', 1],
    ['„a já“', 1],
    ['s\u00A0vámi', 0],
    ['ve vodě, ke stolu', 0],
    ['do 10 s', 1],
    ['nejvýše 500 MB dat', 1],
    ['asi 5 %', 1],
    ['do 10\u00A0s, nejvýše 500\u00A0MB', 0],
    ['7 slov, 3 soubory, 2 s\u00A0cenou', 0],
  ])('finds in the Czech “%s” %i spaces that may not break', (text, count) => {
    expect(translationProblems([], { cs: { Close: text } }).filter((one) => !one.endsWith('nobody says.'))).toHaveLength(count);
  });
});
