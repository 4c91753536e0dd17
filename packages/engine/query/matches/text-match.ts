import type { Analyser } from '#engine/query/analysis/analyser.ts';
import { type Alternative, endOfTerms, isAskedFor, type SearchField, type WordGroup } from '#engine/plan.ts';

export type MatchField = Pick<SearchField, 'wildcard' | 'shingle'> & { readonly stemmer: boolean };

export interface TextMatch {
  readonly alternative: Alternative;
  readonly words: readonly string[];
}

function wordsMatched(analyser: Analyser, alternative: Alternative, tokens: readonly string[]): readonly string[] | null {
  const { kind, terms, isStemmed = kind === 'stem' } = alternative;
  const isMatch = (token: string | undefined, term: string): boolean => {
    if (token === undefined) return false;
    if (kind === 'prefix') return token.startsWith(term);
    return (isStemmed ? analyser.stem(token) : token) === term;
  };
  const ends = tokens.map((_, start) => endOfTerms(alternative, start, (place, term) => isMatch(tokens[place], term)));
  const start = ends.findIndex((end) => end >= 0);
  return start < 0 || terms.length === 0 ? null : tokens.slice(start, ends[start]! + 1);
}

function isLookedFor(alternative: Alternative, field: MatchField): boolean {
  const { kind, isStemmed = kind === 'stem' } = alternative;
  return isAskedFor(field, alternative) && (!isStemmed || field.stemmer);
}

export function matchInText(
  analyser: Analyser,
  group: WordGroup,
  tokens: readonly string[],
  field: MatchField,
): TextMatch | null {
  const ways = group.alternatives
    .filter((alternative) => isLookedFor(alternative, field))
    .toSorted((a, b) => b.weight - a.weight);
  for (const alternative of ways) {
    const words = wordsMatched(analyser, alternative, tokens);
    if (words) return { alternative, words };
  }
  return null;
}
