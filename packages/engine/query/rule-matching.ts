import type { Analyser } from './analysis/analyser.ts';
import type { Alternative, MatchKind, WordGroup } from '#engine/plan.ts';

/**
 * What rules need to recognise words whatever their inflection and diacritics: a rule's text and the query's groups are compared by
 * stem, so that one rule for "bota" also serves "boty" and "bóty".
 */

/** `count` groups from `start` on. */
export interface Span {
  readonly start: number;
  readonly count: number;
}

/** The stems of a rule's text, in order. Compile rules with it once; `findSpans` takes the result. */
export function stemPhrase(analyser: Analyser, text: string): string[] {
  return analyser.tokens(text).map((token) => analyser.stem(token));
}

export function stemOfGroup(group: WordGroup): string {
  return group.alternatives.find((alternative) => alternative.kind === 'stem')?.terms[0] ?? group.word;
}

const stemsKnown = new WeakMap<readonly WordGroup[], readonly string[]>();

/** The stems of all groups. Thousands of rules ask for those of one query, so they are remembered while the groups are. */
export function stemsOf(groups: readonly WordGroup[]): readonly string[] {
  const known = stemsKnown.get(groups);
  if (known !== undefined) return known;
  const stems = groups.map(stemOfGroup);
  stemsKnown.set(groups, stems);
  return stems;
}

/** Where the phrase stands among the groups, from left to right, without overlaps. */
export function findSpans(groups: readonly WordGroup[], stemmedPhrase: readonly string[]): Span[] {
  const spans: Span[] = [];
  const count = stemmedPhrase.length;
  if (count === 0) return spans;
  const stems = stemsOf(groups);
  for (let start = 0; start + count <= stems.length;) {
    const isHere = stemmedPhrase.every((stem, offset) => stems[start + offset] === stem);
    if (isHere) spans.push({ start, count });
    start += isHere ? count : 1;
  }
  return spans;
}

export function isWholeQuery(groups: readonly WordGroup[], stemmedPhrase: readonly string[]): boolean {
  return groups.length === stemmedPhrase.length && findSpans(groups, stemmedPhrase).length === 1;
}

/** The ways to match a rule's text in a document: as written, and in any inflection. Several words must stand next to each other. */
export function alternativesOf(analyser: Analyser, text: string, kind: MatchKind, weight: number): Alternative[] {
  return analysedText(analyser, text, kind, weight).alternatives;
}

/** `stemPhrase` and `alternativesOf` of one text, which is analysed once for both. */
export function analysedText(
  analyser: Analyser,
  text: string,
  kind: MatchKind,
  weight: number,
): { readonly phrase: string[]; readonly alternatives: Alternative[] } {
  const terms = analyser.tokens(text);
  const phrase = terms.map((term) => analyser.stem(term));
  if (terms.length === 0) return { phrase, alternatives: [] };
  const asWritten: Alternative = { kind, terms, weight };
  const stemmed: Alternative = { kind, terms: phrase, isStemmed: true, weight };
  return { phrase, alternatives: analyser.hasStemmer ? [asWritten, stemmed] : [asWritten] };
}

/** Ways to match one word of a query. Thousands of rules may share a word; whoever comes first has the place. */
export const mostAlternatives = 200;

function isSame(one: Alternative, other: Alternative): boolean {
  const isAlike =
    one.kind === other.kind && one.isStemmed === other.isStemmed && one.isJoined === other.isJoined && one.gap === other.gap;
  return isAlike && one.terms.length === other.terms.length && one.terms.every((term, index) => term === other.terms[index]);
}

/** Over several groups each gets it with a share of the weight, so an item scores as if it had the span once. */
export function addAlternative(groups: readonly WordGroup[], span: Span, alternative: Alternative): WordGroup[] {
  const shared: Alternative = { ...alternative, weight: alternative.weight / span.count };
  return groups.map((group, index) => {
    const isCovered = index >= span.start && index < span.start + span.count;
    if (!isCovered || group.alternatives.some((existing) => isSame(existing, shared))) return group;
    return { ...group, alternatives: [...group.alternatives, shared] };
  });
}

/** Whether a word of the span has as many ways to match as it may. */
export const isFull = (groups: readonly WordGroup[], { start, count }: Span): boolean =>
  groups.slice(start, start + count).some(({ alternatives }) => alternatives.length >= mostAlternatives);

/** `addAlternative` for each of them, until a word of the span has as many as it may. */
export function addAlternatives(groups: readonly WordGroup[], span: Span, alternatives: readonly Alternative[]): WordGroup[] {
  let changed = [...groups];
  for (const alternative of alternatives) {
    if (isFull(changed, span)) break;
    changed = addAlternative(changed, span, alternative);
  }
  return changed;
}
