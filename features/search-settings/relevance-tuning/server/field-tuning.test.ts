import { expect, test } from 'vitest';
import { notSearched } from '#engine/query/relevance.ts';
import { relevanceFrom, tuningOf } from './field-tuning.ts';

const stored = { ...notSearched, searchable: true, weight: 35, wildcard: 0.8, phraseWeight: 0.2, stemmer: true };
const sent = { id: 1, ...tuningOf(stored) };

test('weights are shown from 0 to 10, a tenth of what is stored', () => {
  expect(tuningOf(stored)).toMatchObject({ weight: 3.5, wildcard: 0.8, phrase_weight: 2, user_phrase_check: '0' });
  expect(relevanceFrom({ ...sent, weight: 8.1, phrase_weight: 0.3, user_phrase_check: '1' }, stored)).toMatchObject({
    weight: 81,
    phraseWeight: 0.03,
    userPhraseCheck: true,
  });
});

test('unchanged weights stay as they were stored, even between two steps', () => {
  const odd = { ...stored, weight: 12.34, wildcard: 0.333, phraseWeight: 2 };
  expect(relevanceFrom(tuningOf(odd), odd)).toEqual(odd);
});

test('every step of each weight is read back as it was set', () => {
  for (let step = 0; step <= 100; step += 1) {
    const tuned = relevanceFrom({ ...sent, weight: step / 10, phrase_weight: step / 10 }, stored);
    expect(tuningOf(tuned)).toMatchObject({ weight: step / 10, phrase_weight: step / 10 });
  }
});
