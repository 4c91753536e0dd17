import type { Analyser } from '#engine/query/analysis/analyser.ts';
import type { PlacedToken } from '#engine/query/analysis/placed-tokens.ts';
import { type Alternative, endOfTerms, isAskedFor, type Plan, type SearchField } from '#engine/plan.ts';

/** A place of a text, in UTF-16 units, that answers a word of the query. */
export interface Mark {
  readonly start: number;
  readonly end: number;
  readonly group: number;
}

interface Wanted {
  readonly alternative: Alternative;
  readonly group: number;
}

/** Finds what a field of an item has of the query: the same terms by which engines find the item. */
export type MarkFinder = (text: string) => Mark[];

/** `isStemmed` says whether the field's words are indexed by their stem. */
export function markFinder(analyser: Analyser, plan: Plan, field: SearchField, isStemmed: boolean): MarkFinder {
  const wanted = plan.groups.flatMap(({ alternatives }, group) =>
    alternatives.map((alternative): Wanted => ({ alternative, group })),
  );
  const asked = wanted.filter(({ alternative }) => isAskedFor(field, alternative) && (isStemmed || !isOfStems(alternative)));
  const several = asked.filter(({ alternative: { terms } }) => terms.length > 1);
  const single = asked.filter(({ alternative: { terms } }) => terms.length === 1);
  const whole = single.filter(({ alternative }) => alternative.kind !== 'prefix');
  const byTerm = Map.groupBy(
    whole.filter(({ alternative }) => !isOfStems(alternative)),
    firstTerm,
  );
  const byStem = Map.groupBy(
    whole.filter(({ alternative }) => isOfStems(alternative)),
    firstTerm,
  );
  const prefixes = single.filter(({ alternative }) => alternative.kind === 'prefix');

  const singleMarks = ({ text: term, start, end }: PlacedToken): Mark[] => {
    const found = [
      ...(byTerm.get(term) ?? []),
      ...(byStem.size === 0 ? [] : (byStem.get(analyser.stem(term)) ?? [])),
      ...prefixes.filter((prefix) => term.startsWith(firstTerm(prefix))),
    ];
    return [...new Set(found.map(({ group }) => group))].map((group) => ({ start, end, group }));
  };
  const severalMarks = (tokens: readonly PlacedToken[], { alternative, group }: Wanted): Mark[] => {
    const read = (text: string): string => (isOfStems(alternative) ? analyser.stem(text) : text);
    return tokens.flatMap(({ start }, at) => {
      const end = endOfTerms(alternative, at, (place, term) => place < tokens.length && read(tokens[place]!.text) === term);
      return end < 0 ? [] : [{ start, end: tokens[end]!.end, group }];
    });
  };

  return (text) => {
    const { tokens, joined } = analyser.placedTokens(text);
    const marks = [...tokens, ...joined].flatMap(singleMarks);
    for (const one of several) marks.push(...severalMarks(tokens, one));
    return marks.sort((a, b) => a.start - b.start || b.end - a.end);
  };
}

const isOfStems = ({ kind, isStemmed = false }: Alternative): boolean => kind === 'stem' || isStemmed;
const firstTerm = ({ alternative }: Wanted): string => alternative.terms[0] ?? '';
