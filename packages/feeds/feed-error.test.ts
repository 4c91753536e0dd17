import { expect, test } from 'vitest';
import { FeedError } from './feed-error.ts';

test('the message is the English text with its details', () => {
  const error = new FeedError('feedGone', { host: 'shop.example', status: 404 });
  expect(error.message).toContain('“shop.example” answered 404');
  expect(error).toMatchObject({ code: 'feedGone', details: { host: 'shop.example', status: 404 } });
});

test('what a feed wrote is told up to a length that can be shown', () => {
  const { details } = new FeedError('noElement', { tagName: 'x'.repeat(100_000) });
  expect(details).toEqual({ tagName: 'x'.repeat(200) });
});
