import { expect, test } from 'vitest';
import { ClaimBook, type Claiming } from './row-claims.ts';

interface Fields {
  readonly name: string;
  readonly words: readonly string[];
}
const claiming: Claiming<Fields> = {
  claimsOf: ({ words }) => words.map((word, at) => ({ key: word, field: `words.${at}`, text: word })),
  nameOf: ({ name }) => name,
  told: (owner) => ({ name: owner }),
  standing: async () => standing,
};
const standing = new Map([
  [1, { name: 'shoes', keys: ['boot', 'shoe'] }],
  [2, { name: 'garden', keys: ['hose', 'boot'] }],
]);
const own = (name: string, ...words: string[]): Fields => ({ name, words });

test.each([undefined, new Set(['boot', 'hose'])])('a claim is taken where another row has it, in a book of %s', (asked) => {
  const book = new ClaimBook(claiming, standing, asked);
  expect(book.takenBy(own('new', 'cap', 'boot'), null)).toMatchObject({ id: 1, name: 'shoes', claim: { field: 'words.1' } });
  expect(book.takenBy(own('shoes', 'boot'), 1)).toMatchObject({ id: 2 });
  expect(book.takenBy(own('garden', 'hose'), 2)).toBeNull();
  expect(book.refusal(own('new', 'hose'), null)?.problems).toMatchObject([{ field: 'words.0', code: 'alreadyUsed' }]);
});

test('a row that takes others lets go of its own, and what stands is as it was', () => {
  const book = new ClaimBook(claiming, standing);
  book.take(1, own('caps', 'cap'));
  expect(book.takenBy(own('new', 'shoe'), null)).toBeNull();
  expect(book.takenBy(own('new', 'boot'), null)).toMatchObject({ id: 2 });
  expect(book.takenBy(own('new', 'cap'), null)).toMatchObject({ id: 1, name: 'caps' });
  expect(new ClaimBook(claiming, standing).takenBy(own('new', 'shoe'), null)).toMatchObject({ id: 1, name: 'shoes' });
});
