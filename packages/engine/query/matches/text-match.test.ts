import { describe, expect, test } from 'vitest';
import { createAnalyser } from '#engine/query/analysis/analyser.ts';
import type { Alternative } from '#engine/plan.ts';
import { groupsOf } from '#engine/query/query-draft.ts';
import { matchInText, type MatchField } from './text-match.ts';

const analyser = createAnalyser('cs');
const name: MatchField = { stemmer: true, wildcard: 1 };
const code: MatchField = { stemmer: false, wildcard: 0 };

function found(query: string, text: string, field: MatchField, added: readonly Alternative[] = []): string | null {
  const [group] = groupsOf(analyser, query);
  if (!group) return null;
  const whole = { ...group, alternatives: [...group.alternatives, ...added] };
  const match = matchInText(analyser, whole, analyser.indexTokens(text), field);
  return match && `${match.alternative.kind} ${match.words.join(' ')}`;
}

describe('a text', () => {
  test.each([
    ['židlemi', 'Jídelní židle', 'stem zidle'],
    ['židle', 'Jídelní židle', 'exact zidle'],
    ['ZIDLE', '<b>Židle</b>', 'exact zidle'],
    ['stůl', 'Jídelní židle', null],
    ['xr450', 'Sekačka XR-450', 'exact xr450'],
    ['xr450', 'Sekačka XR 450', 'synonym xr 450'],
  ])('for %s, “%s” has %j', (query, text, expected) => {
    expect(found(query, text, name)).toBe(expected);
  });

  test('of a field without stems has a word only as it is typed', () => {
    expect(found('židlemi', 'Jídelní židle', code)).toBeNull();
    expect(found('židle', 'Jídelní židle', code)).toBe('exact zidle');
  });

  test('has beginnings only where the field allows them, and corrected words everywhere', () => {
    const beginning: Alternative = { kind: 'prefix', terms: ['sek'], weight: 0.6 };
    const typo: Alternative = { kind: 'fuzzy', terms: ['zidle'], weight: 0.7 };
    expect(found('sek', 'Sekačka', name, [beginning])).toBe('prefix sekacka');
    expect(found('sek', 'Sekačka', code, [beginning])).toBeNull();
    expect(found('zydle', 'Židle', name, [typo])).toBe('fuzzy zidle');
    expect(found('zydle', 'Židle', code, [typo])).toBe('fuzzy zidle');
  });
});
