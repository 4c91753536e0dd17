import { describe, expect, test } from 'vitest';
import { sentencesIn } from './translation-keys.ts';

const textsOf = (source: string): string[] => sentencesIn(source).sentences.map(({ text }) => text);

describe('sentences are found', () => {
  test.each([
    [`t('Add synonym')`, ['Add synonym']],
    [`t("The shop's items")`, ["The shop's items"]],
    [`t('The shop\\'s items')`, ["The shop's items"]],
    [`t(\`Whole sentence\`)`, ['Whole sentence']],
    [`t(\n  'On a line of its own',\n)`, ['On a line of its own']],
    [`t(isNew ? 'Add feed' : 'Change feed')`, ['Add feed', 'Change feed']],
    [`t(kind === 'new' ? 'Add feed' : 'Change feed')`, ['Add feed', 'Change feed']],
    [`t('Hello {name}, (welcome)', { name: t('stranger') })`, ['Hello {name}, (welcome)', 'stranger']],
    [`const title = msg('Synonyms');`, ['Synonyms']],
    [`<Trans i18nKey="Read the <1>manual</1>">`, ['Read the <1>manual</1>']],
    [`t('1\\u00a0000')`, ['1\u00a0000']],
  ])('%s', (source, texts) => {
    expect(textsOf(source)).toEqual(texts);
  });
});

test('what only looks like a call is left alone', () => {
  expect(textsOf(`format('a'); set.t('b'); at('c'); t(column.title); t(texts['d'])`)).toEqual([]);
});

test('comments say nothing', () => {
  expect(textsOf(`/** Use t('a'). */\n  // t('b')\n{/* t('c') */}\nconst accept = 'image/*'; t('d') /* e */`)).toEqual(['d']);
});

test('a sentence with a count has plural forms', () => {
  expect(sentencesIn(`t('{count} items', { count: total })`).sentences).toEqual([{ text: '{count} items', isPlural: true }]);
  expect(sentencesIn(`t('{count} items', { count })`).sentences).toEqual([{ text: '{count} items', isPlural: true }]);
  expect(sentencesIn(`t('{number} items', { number: row.count })`).sentences).toEqual([
    { text: '{number} items', isPlural: false },
  ]);
});

test.each(['t(`Hello ${name}`)', `t('Hello ' + name)`, `t(greeting + ' there')`])('%s can not be translated', (source) => {
  expect(sentencesIn(source).unreadable).toHaveLength(1);
});
