import { describe, expect, it } from 'vitest';
import { createAnalyser } from './analysis/analyser.ts';
import { groupsOf } from './query-draft.ts';
import { addAlternative, alternativesOf, findSpans, isWholeQuery, stemPhrase } from './rule-matching.ts';

const czech = createAnalyser('cs');
const groups = groupsOf(czech, 'Dřevěné židle na zahradu');

describe('spans', () => {
  it.each([
    ['zidli', [{ start: 1, count: 1 }]],
    ['dřevěná židle', [{ start: 0, count: 2 }]],
    ['drevena zidle', [{ start: 0, count: 2 }]],
    ['zahrada', [{ start: 3, count: 1 }]],
    ['židle zahrada', []],
    ['', []],
  ])('of %j are found whatever the inflection and diacritics', (phrase, spans) => {
    expect(findSpans(groups, stemPhrase(czech, phrase))).toEqual(spans);
  });

  it('do not overlap', () => {
    const repeated = groupsOf(czech, 'bota bota bota');
    expect(findSpans(repeated, stemPhrase(czech, 'boty bóty'))).toEqual([{ start: 0, count: 2 }]);
  });

  it('can be the whole query', () => {
    expect(isWholeQuery(groupsOf(czech, 'bóty'), stemPhrase(czech, 'bota'))).toBe(true);
    expect(isWholeQuery(groupsOf(czech, 'bóty zimní'), stemPhrase(czech, 'bota'))).toBe(false);
  });
});

describe('alternatives', () => {
  it('share their weight among the groups they cover', () => {
    const [alternative] = alternativesOf(czech, 'lavička', 'synonym', 0.8);
    if (alternative === undefined) throw new Error('There is no alternative.');
    const changed = addAlternative(groups, { start: 0, count: 2 }, alternative);
    const added = changed.map((group) => group.alternatives.filter((one) => one.terms[0] === 'lavicka').map((one) => one.weight));
    expect(added).toEqual([[0.4], [0.4], [], []]);
    expect(addAlternative(changed, { start: 0, count: 2 }, alternative)).toEqual(changed);
    expect(groups[0]?.alternatives.some((one) => one.terms[0] === 'lavicka')).toBe(false);
  });

  it('match as written and by stem', () => {
    expect(alternativesOf(czech, 'Zahradní lavičky', 'weak', 0.5)).toEqual([
      { kind: 'weak', terms: ['zahradni', 'lavicky'], weight: 0.5 },
      { kind: 'weak', terms: stemPhrase(czech, 'zahradní lavička'), isStemmed: true, weight: 0.5 },
    ]);
    expect(alternativesOf(createAnalyser('lt'), 'Ławka', 'synonym', 1)).toEqual([
      { kind: 'synonym', terms: ['lawka'], weight: 1 },
    ]);
    expect(alternativesOf(czech, ' - ', 'synonym', 1)).toEqual([]);
  });
});
