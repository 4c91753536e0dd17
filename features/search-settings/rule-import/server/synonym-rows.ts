import { type ForeignSynonym, lost, nothingTaken, type Taken } from './foreign-rules.ts';

/** Words that all mean the same. */
export function twoWay(words: readonly string[]): Taken {
  const [term, ...synonyms] = words;
  if (term === undefined || synonyms.length === 0) return nothingTaken(lost('nothing', words.join(', ')));
  return { rows: [{ kind: 'synonyms', term, synonym_type_id: 1, synonyms, is_active: true }], losses: [] };
}

/** A word that finds others, which don't find it. */
export function oneWay(term: string, words: readonly string[], synonymType: 2 | 3 = 2): Taken {
  const synonyms = words.filter((word) => word !== term);
  if (term === '' || synonyms.length === 0) return nothingTaken(lost('nothing', term));
  const row: ForeignSynonym = { kind: 'synonyms', term, synonym_type_id: synonymType, synonyms, is_active: true };
  return { rows: [row], losses: [] };
}
