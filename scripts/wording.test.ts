import { expect, test } from 'vitest';
import { addedLines, wordingProblems } from './wording.ts';

const problemsOf = (text: string) => wordingProblems([{ place: 'a.ts:1', text }]);

test.each([
  '/** Whether it is live. */',
  '  // What people see.',
  "test('what is saved is live', () => {",
  'Whoever calls too often is refused.',
  '- What is stored is hashed.',
  'The build starts anew.',
])('reports %s', (text) => expect(problemsOf(text)).toHaveLength(text.includes('Whoever') ? 2 : 1));

test.each(['/** True if a release is live. */', 'What happens at midnight?', 'const leftOut = changedMeanwhile;'])(
  'accepts %s',
  (text) => expect(problemsOf(text)).toEqual([]),
);

test('reads added lines with their file and number', () => {
  const diff = '--- a/x.ts\n+++ b/x.ts\n@@ -3 +4,2 @@ f() {\n-old\n+first\n+second\n@@ -9,0 +12 @@\n+third';
  expect(addedLines(diff)).toEqual([
    { place: 'x.ts:4', text: 'first' },
    { place: 'x.ts:5', text: 'second' },
    { place: 'x.ts:12', text: 'third' },
  ]);
});
