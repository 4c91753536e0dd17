import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { crowdedMs } from '#engine/index/limits.ts';
import { LoneSearches } from './lone-searches.ts';

test('a search is alone unless another one begins in the same turn', async () => {
  const searches = new LoneSearches(() => 0);
  searches.begin();
  expect(await searches.isAlone()).toBe(true);
  const asked = searches.isAlone();
  searches.begin();
  expect(await asked).toBe(false);
});

test('none is alone for a while after two were together', () => {
  let now = 0;
  const searches = new LoneSearches(() => now);
  searches.begin();
  searches.begin();
  searches.end();
  searches.end();
  searches.begin();
  now += crowdedMs - 1;
  expect(searches.isQuiet).toBe(false);
  now += 1;
  expect(searches.isQuiet).toBe(true);
});

test('what comes while this thread answers finds that search still open', async () => {
  const searches = new LoneSearches(() => 0);
  searches.begin();
  // As a call whose request has arrived by then.
  const other = nextTurn().then(() => {
    searches.begin();
    return searches.isQuiet;
  });
  expect(await searches.answered('an answer').finally(() => searches.end())).toBe('an answer');
  expect(await other).toBe(false);
});
