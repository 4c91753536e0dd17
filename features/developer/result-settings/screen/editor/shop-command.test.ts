import { expect, it } from 'vitest';
import { shopCommand } from './shop-command.ts';

const call = { origin: 'http://127.0.0.1:4600', token: 'abc', collectionId: 3 };

it('the call of a shop is for its kind of answer, and safe to paste', () => {
  expect(shopCommand('autocomplete', { ...call, asked: 'kon' })).toBe(
    "curl 'http://127.0.0.1:4600/front/autocomplete?q=kon&token=abc'",
  );
  expect(shopCommand('search', { ...call, asked: "it's; rm" })).toBe(
    String.raw`curl 'http://127.0.0.1:4600/front/search?q=it%27s%3B+rm&collection=3&token=abc'`,
  );
  expect(shopCommand('catalog', { ...call, asked: 'Kuchyň > Konvice' })).toContain(
    '/front/catalog?path=Kuchy%C5%88+%3E+Konvice&collection=3',
  );
});
