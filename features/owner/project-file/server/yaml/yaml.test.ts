import { expect, test } from 'vitest';
import { readYaml, writeYaml } from './yaml-program.ts';

const valueOf = (text: string): unknown => {
  const read = readYaml(text);
  return 'value' in read ? read.value : read.problems;
};
const codesOf = (text: string): unknown => {
  const read = readYaml(text);
  return 'value' in read ? [] : read.problems.map(({ code, line }) => [code, line]);
};

test('what is written is read as it was, whatever texts look like', () => {
  const texts = [
    'yes',
    'no',
    'null',
    '~',
    '0123',
    '1.0',
    '1e3',
    '0x1f',
    '*a',
    '&a',
    '!b',
    '<<',
    '',
    ' ',
    'a: b',
    '# no',
    '- x',
    '|',
    '…',
  ];
  const value = {
    version: 1,
    texts,
    [texts[3]!]: 'říčka\n  a\tb',
    '<<': { on: true, none: null, amount: 0.1 },
    ['__proto__']: ['x'],
  };
  const text = writeYaml(value, ' A file.');
  expect(valueOf(text)).toStrictEqual(value);
  expect(writeYaml(valueOf(text), ' A file.')).toBe(text);
  expect(text.startsWith('# A file.\n')).toBe(true);
});

test('places are those of names, and what was typed is known of what is no text', () => {
  const read = readYaml('a:\n  - b: 0123\n    c: x\n');
  expect('places' in read && [...read.places]).toStrictEqual([
    ['', { line: 1 }],
    ['a', { line: 1 }],
    ['a.0', { line: 2 }],
    ['a.0.b', { line: 2, typed: '0123' }],
    ['a.0.c', { line: 3 }],
  ]);
});

test('what could grow, and what is no value, is refused at its line', () => {
  expect(codesOf('a: &x [1]\nb: *x\n')).toEqual([
    ['fileAlias', 1],
    ['fileAlias', 2],
  ]);
  expect(codesOf('a: 1\n&k b: 2\n')).toEqual([['fileAlias', 2]]);
  expect(codesOf('a: 1\nb: !!binary aGk=\n')).toEqual([['fileTag', 2]]);
  expect(codesOf('a: 1\nb: 2\na: 3\n')).toEqual([['fileKeyTwice', 3]]);
  expect(codesOf('a: 1\n---\nb: 1\n')).toEqual([['fileNotYaml', 2]]);
  expect(codesOf('a: [1\n')).toEqual([['fileNotYaml', 2]]);
  expect(codesOf('? [a]\n: 1\n')).toEqual([['fileNotYaml', 1]]);
});

test('depth is bounded, before and after it is too much for the reader', () => {
  expect(codesOf(`${'['.repeat(30)}${']'.repeat(30)}`)).toEqual([['fileTooDeep', 1]]);
  expect(codesOf('['.repeat(100_000))).toEqual([['fileTooDeep', 1]]);
});

test('a file of more parts than any project has is refused before they take memory', () => {
  expect(codesOf(`a: [${'1,'.repeat(400_000)}1]`)).toEqual([['fileTooLarge', 1]]);
});

test('fifty thousand names take no longer for being compared', () => {
  const begun = performance.now();
  const text = `{${Array.from({ length: 50_000 }, (_, at) => `k${at}: 1`).join(', ')}}`;
  expect(Object.keys(valueOf(text) as object)).toHaveLength(50_000);
  expect(performance.now() - begun).toBeLessThan(10_000);
});
