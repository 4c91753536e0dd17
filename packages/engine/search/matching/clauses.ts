import { maxFieldTokens, maxLastingClauses, maxLatestClauses } from '#engine/index/limits.ts';
import { inverseDocumentFrequency } from '#engine/query/scoring.ts';
import { type Alternative, isAskedFor, type Plan, type WordGroup } from '#engine/plan.ts';
import type { KnownWords } from './word-memory.ts';
import type { SearchedGeneration } from './searched-generation.ts';
import { prefixTerms } from '#engine/search/scoring/prefix-lists.ts';
import type { Segment, TermSpace } from '#engine/index/segment/segment.ts';
import { ScoreTable, weightKindOf, type SegmentImpacts, type WeightKind } from '#engine/search/scoring/weighting.ts';

export interface PostingList {
  readonly docs: Uint16Array;
  readonly impacts: Uint8Array;
  readonly from: number;
  readonly to: number;
  readonly term: number;
}

export interface Clause {
  readonly alternative: Alternative;
  readonly weightKind: WeightKind;
  readonly idf: number;
  readonly table: ScoreTable;
  readonly lists: readonly (readonly PostingList[])[];
  /** A stem whose only form is the typed word has the postings of that word. null: not compared. */
  readonly postings: string | null;
}

export interface ResolvedGroup {
  readonly group: WordGroup;
  readonly clauses: readonly Clause[];
  /** The first alternative, which is what was typed, has a clause. */
  readonly isWritten: boolean;
}

export function isStemmed(alternative: Alternative): boolean {
  return alternative.kind === 'stem' || alternative.isStemmed === true;
}

export function spaceOf(segment: Segment, alternative: Alternative): TermSpace {
  return isStemmed(alternative) ? segment.stems : segment.terms;
}

function termList(segment: Segment, space: TermSpace, term: number, impacts: SegmentImpacts): PostingList {
  impacts.prepare(space, term);
  const from = space.starts[term]!;
  return { docs: segment.docs, impacts: impacts.values, from, to: from + space.counts[term]!, term };
}

function hasMatch(generation: SearchedGeneration, lists: readonly (readonly PostingList[])[]): boolean {
  return lists.some((ofSegment, index) => {
    const { dead } = generation.segments[index]!;
    return ofSegment.some(({ docs, impacts, from, to }) => {
      for (let at = from; at < to; at++) if (impacts[at] !== 0 && dead?.has(docs[at]!) !== true) return true;
      return false;
    });
  });
}

interface Lookup {
  readonly lists: PostingList[][];
  readonly idf: number;
}

export function termLists(segment: Segment, alternative: Alternative, impacts: SegmentImpacts): PostingList[] {
  const text = Buffer.from(alternative.terms[0] ?? '');
  const space = spaceOf(segment, alternative);
  const found = space.texts.find(text);
  const terms = alternative.kind === 'prefix' ? prefixTerms(segment, space, text) : found < 0 ? [] : [found];
  return terms.map((term) => termList(segment, space, term, impacts));
}

function lookUpSingle(generation: SearchedGeneration, alternative: Alternative, impacts: readonly SegmentImpacts[]): Lookup {
  let withTerm = 0;
  const [text = ''] = alternative.terms;
  const bytes = alternative.kind === 'prefix' ? null : Buffer.from(text);
  const lists = generation.segments.map((segment, index): PostingList[] => {
    const space = spaceOf(segment, alternative);
    if (bytes !== null) {
      const term = space.texts.find(bytes);
      if (term < 0) return [];
      withTerm += segment.countOf(space, term);
      return [termList(segment, space, term, impacts[index]!)];
    }
    const united = impacts[index]!.prefixes.of(text);
    if (united !== null) {
      withTerm += united.countOfTerms;
      return [{ docs: united.docs, impacts: united.impacts, from: 0, to: united.docs.length, term: -1 }];
    }
    const found = termLists(segment, alternative, impacts[index]!);
    for (const { term } of found) withTerm += segment.countOf(space, term);
    return found;
  });
  return { lists, idf: inverseDocumentFrequency(generation.itemCount, Math.min(withTerm, generation.itemCount)) };
}

function isThere({ segments }: SearchedGeneration, alternative: Alternative, term: string): boolean {
  const text = Buffer.from(term);
  return segments.some((segment) => spaceOf(segment, alternative).texts.find(text) >= 0);
}

/** Several terms count as the rarest of them; an item has them as strongly as the weakest. */
function lookUpAdjacent(
  generation: SearchedGeneration,
  alternative: Alternative,
  plan: Plan,
  impacts: readonly SegmentImpacts[],
): Lookup {
  // Most ways to part a word have a part that is no word.
  if (!alternative.terms.every((term) => isThere(generation, alternative, term)))
    return { lists: generation.segments.map(() => []), idf: 0 };
  const singles = alternative.terms.map((term) => lookUpSingle(generation, { ...alternative, terms: [term] }, impacts));
  const idf = Math.max(...singles.map((single) => single.idf));
  const searched = generation.fieldNames.map((name) =>
    plan.fields.some((field) => field.name === name && field.weight > 0 && isAskedFor(field, alternative)),
  );
  const areStems = isStemmed(alternative);
  const nearness = { areStems, gap: alternative.gap ?? 0 };
  const lists = generation.segments.map((segment, index) => {
    const parts = singles.map((single) => single.lists[index]![0]);
    const askedHere = searched.map((isSearched, field) => isSearched && (!areStems || segment.meta.fields[field]!.isStemmed));
    const found = parts.every((part) => part !== undefined) ? adjacentPostings(segment, parts, nearness, askedHere) : null;
    return found === null || found.docs.length === 0 ? [] : [{ ...found, from: 0, to: found.docs.length, term: -1 }];
  });
  return { lists, idf };
}

/** Single words are cached for later searches; prefixes, phrases and joined words, which are large or rarely repeat, for the steps of one. */
function lookUp(generation: SearchedGeneration, alternative: Alternative, plan: Plan, known: KnownWords): Clause | null {
  const { kind, terms, gap = 0, weight, isJoined = false, isInCompleted = false } = alternative;
  const words = terms.length === 1 ? terms[0]! : `${gap} ${terms.join(' ')}`;
  const key = `${kind} ${isStemmed(alternative)} ${isJoined} ${isInCompleted} ${weight} ${words}`;
  const isLasting = kind !== 'prefix' && terms.length === 1 && !isJoined;
  const clauses = isLasting ? known.lasting : known.latest;
  const before = clauses.get(key);
  if (before !== undefined) return before;
  const clause = lookUpClause(generation, alternative, plan);
  if (clauses.size >= (isLasting ? maxLastingClauses : maxLatestClauses)) clauses.clear();
  clauses.set(key, clause);
  return clause;
}

function lookUpClause(generation: SearchedGeneration, alternative: Alternative, plan: Plan): Clause | null {
  const weightKind = weightKindOf(alternative, plan.fields);
  const impacts = generation.impacts(plan.fields, weightKind);
  const { lists, idf } =
    alternative.terms.length > 1
      ? lookUpAdjacent(generation, alternative, plan, impacts)
      : lookUpSingle(generation, alternative, impacts);
  if (!hasMatch(generation, lists)) return null;
  const isWhole = alternative.kind !== 'prefix' && alternative.terms.length === 1;
  const postings = isWhole
    ? `${weightKind} ${lists.flatMap((own, index) => own.map(({ from, to }) => `${index}:${from}-${to}`)).join()}`
    : null;
  return { alternative, weightKind, idf, table: new ScoreTable(idf, alternative.weight), lists, postings };
}

/** Place of an item in a list, below 0 if it isn't there. */
export function postingIn({ docs, from, to }: PostingList, doc: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (docs[middle]! < doc) low = middle + 1;
    else high = middle;
  }
  return low < to && docs[low] === doc ? low : -1;
}

/** Indices of groups that an item doesn't match. */
export const lackingOf = (groups: readonly ResolvedGroup[], segment: number, local: number): number[] =>
  indicesOf(
    groups,
    ({ clauses }) =>
      !clauses.some(({ lists }) =>
        lists[segment]!.some((list) => {
          const posting = postingIn(list, local);
          return posting >= 0 && list.impacts[posting] !== 0;
        }),
      ),
  );

const indicesOf = (groups: readonly ResolvedGroup[], isWanted: (group: ResolvedGroup) => boolean): number[] =>
  groups.flatMap((group, index) => (isWanted(group) ? [index] : []));

export const unknownOf = (groups: readonly ResolvedGroup[]): number[] => indicesOf(groups, ({ clauses }) => clauses.length === 0);
export const unwrittenOf = (groups: readonly ResolvedGroup[]): number[] => indicesOf(groups, ({ isWritten }) => !isWritten);

export function resolveGroups(generation: SearchedGeneration, plan: Plan): ResolvedGroup[] {
  const known = generation.words.by(plan.fields);
  return plan.groups.map((group) => {
    const clauses: Clause[] = [];
    let isWritten = false;
    for (const [place, alternative] of group.alternatives.entries()) {
      const clause = lookUp(generation, alternative, plan, known);
      if (clause === null) continue;
      isWritten ||= place === 0;
      if (
        clauses.some(
          ({ postings, alternative: { weight } }) =>
            postings !== null && postings === clause.postings && weight >= alternative.weight,
        )
      )
        continue;
      clauses.push(clause);
    }
    return { group, clauses, isWritten };
  });
}

const buffer = new Uint32Array(maxFieldTokens);

interface Sequence {
  readonly wanted: readonly number[];
  readonly gap: number;
  readonly stemOfRank: Uint32Array | null;
}

function hasSequence(count: number, { wanted, gap, stemOfRank }: Sequence): boolean {
  const last = count - wanted.length;
  const isAt = (place: number, part: number): boolean => {
    const rank = buffer[place]!;
    return (stemOfRank === null ? rank : stemOfRank[rank]) === wanted[part];
  };
  for (let start = 0; start <= last; start++) {
    let [part, place] = [0, start];
    for (let free = 0; place < count && part < wanted.length && free >= 0; place++) {
      if (isAt(place, part)) [part, free] = [part + 1, gap];
      else free -= 1;
    }
    if (part === wanted.length) return true;
  }
  return false;
}

function adjacentPostings(
  segment: Segment,
  parts: readonly PostingList[],
  { areStems, gap }: { readonly areStems: boolean; readonly gap: number },
  searched: readonly boolean[],
): { docs: Uint16Array; impacts: Uint8Array } {
  const wanted = parts.map((part) => (areStems ? part.term : segment.rankOfTerm[part.term]!));
  const sequence = { wanted, gap, stemOfRank: areStems ? segment.stemOfRank : null };
  const shortest = parts.reduce((least, part) => (part.to - part.from < least.to - least.from ? part : least));
  const docs: number[] = [];
  const impacts: number[] = [];
  for (let at = shortest.from; at < shortest.to; at++) {
    const doc = shortest.docs[at]!;
    let impact = 255;
    for (const part of parts) {
      const posting = segment.postingOf(doc, part.from, part.to - part.from);
      impact = posting < 0 ? 0 : Math.min(impact, part.impacts[posting]!);
      if (impact === 0) break;
    }
    const isAdjacent =
      impact > 0 &&
      searched.some((isSearched, field) => isSearched && hasSequence(segment.forward(doc, field, buffer), sequence));
    if (!isAdjacent) continue;
    docs.push(doc);
    impacts.push(impact);
  }
  const found = { docs: segment.room.uint16(docs.length), impacts: segment.room.uint8(docs.length) };
  found.docs.set(docs);
  found.impacts.set(impacts);
  return found;
}
