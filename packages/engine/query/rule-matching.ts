import type { Analyser } from './analysis/analyser.ts';
import type { Alternative, MatchKind, WordGroup } from '#engine/plan.ts';

/** Rules and queries are compared by stem, so a rule for "bota" also serves "boty" and "bóty". */

export interface Span {
  readonly start: number;
  readonly count: number;
}

export function stemPhrase(analyser: Analyser, text: string): string[] {
  return analyser.tokens(text).map((token) => analyser.stem(token));
}

export function stemOfGroup(group: WordGroup): string {
  return group.alternatives.find((alternative) => alternative.kind === 'stem')?.terms[0] ?? group.word;
}

const stemsKnown = new WeakMap<readonly WordGroup[], readonly string[]>();

export function stemsOf(groups: readonly WordGroup[]): readonly string[] {
  const known = stemsKnown.get(groups);
  if (known !== undefined) return known;
  const stems = groups.map(stemOfGroup);
  stemsKnown.set(groups, stems);
  return stems;
}

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

export function alternativesOf(analyser: Analyser, text: string, kind: MatchKind, weight: number): Alternative[] {
  return analysedText(analyser, text, kind, weight).alternatives;
}

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

export const mostAlternatives = 200;

function isSame(one: Alternative, other: Alternative): boolean {
  const isAlike =
    one.kind === other.kind && one.isStemmed === other.isStemmed && one.isJoined === other.isJoined && one.gap === other.gap;
  return isAlike && one.terms.length === other.terms.length && one.terms.every((term, index) => term === other.terms[index]);
}

/** Over several groups each gets a share of the weight, so an item scores as if it had the span once. */
export function addAlternative(groups: readonly WordGroup[], span: Span, alternative: Alternative): WordGroup[] {
  const shared: Alternative = { ...alternative, weight: alternative.weight / span.count };
  return groups.map((group, index) => {
    const isCovered = index >= span.start && index < span.start + span.count;
    if (!isCovered || group.alternatives.some((existing) => isSame(existing, shared))) return group;
    return { ...group, alternatives: [...group.alternatives, shared] };
  });
}

export const isFull = (groups: readonly WordGroup[], { start, count }: Span): boolean =>
  groups.slice(start, start + count).some(({ alternatives }) => alternatives.length >= mostAlternatives);

export function addAlternatives(groups: readonly WordGroup[], span: Span, alternatives: readonly Alternative[]): WordGroup[] {
  let changed = [...groups];
  for (const alternative of alternatives) {
    if (isFull(changed, span)) break;
    changed = addAlternative(changed, span, alternative);
  }
  return changed;
}
