import type { ForeignSynonym, PlacedRow } from './foreign-rules.ts';
import { sameText } from '#server/db/row-scope.ts';

/**
 * Here a term has one row of each type. Words that a term finds are joined. Words that mean each other are not: a set whose first word is
 * the term of another set gets the first of its words that is none.
 */
export function joinedSynonyms(rows: readonly PlacedRow<ForeignSynonym>[]): PlacedRow<ForeignSynonym>[] {
  const joined = new Map<string, PlacedRow<ForeignSynonym>>();
  const sets = new Set<string>();
  for (const { place, row } of rows) {
    const words = [row.term, ...row.synonyms];
    const keyOf = (term: string) => `${row.synonym_type_id} ${sameText(term)}`;
    if (row.synonym_type_id === 1) {
      const set = words.map(sameText).toSorted().join('\n');
      if (sets.has(set)) continue;
      sets.add(set);
      const term = words.find((word) => !joined.has(keyOf(word))) ?? row.term;
      const key = joined.has(keyOf(term)) ? `${joined.size}` : keyOf(term);
      joined.set(key, { place, row: { ...row, term, synonyms: words.filter((word) => word !== term) } });
    } else {
      const known = joined.get(keyOf(row.term));
      const first = known ?? { place, row };
      const synonyms = [
        ...new Map([...(known?.row.synonyms ?? []), ...row.synonyms].map((word) => [sameText(word), word])).values(),
      ];
      joined.set(keyOf(row.term), { place: first.place, row: { ...first.row, synonyms } });
    }
  }
  return [...joined.values()];
}
