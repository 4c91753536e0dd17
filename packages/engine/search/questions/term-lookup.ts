import { typedBeginnings } from '#engine/query/resolve/beginnings.ts';
import { allowedEdits, editDistance, hasDigit, mayBeMeant } from '#engine/query/analysis/typos.ts';
import { firstWords, headOf, mostCompounds } from '#engine/query/analysis/compounds.ts';
import type { SimilarTerm, TermCount } from '#engine/port.ts';
import type { SearchedGeneration } from '#engine/search/matching/searched-generation.ts';
import type { Segment } from '#engine/index/segment/segment.ts';
import type { TextList } from '#engine/index/segment/text-list.ts';
import { Threshold } from '#engine/search/matching/ranking.ts';

export function byCountThenTerm(a: TermCount, b: TermCount): number {
  return b.itemCount - a.itemCount || (a.term < b.term ? -1 : 1);
}

function leastOfHighest(segment: Segment, from: number, to: number, limit: number): number {
  const highest = new Threshold(limit);
  for (let term = from; term < to; term++) {
    const count = segment.countOf(segment.terms, term);
    if (count > highest.least) highest.add(count);
  }
  return highest.least;
}

export function termsWithPrefix(generation: SearchedGeneration, prefix: string, limit: number): TermCount[] {
  if (limit <= 0) return [];
  const bytes = Buffer.from(prefix);
  const ranges = generation.segments.map((segment) => ({ segment, range: segment.terms.texts.prefixRange(bytes) }));
  const least = Math.max(0, ...ranges.map(({ segment, range: [from, to] }) => leastOfHighest(segment, from, to, limit)));
  // A term with so many items in all segments has its share of them in one at least, so the others needn't be read.
  const share = Math.max(1, least / generation.segments.length);
  const candidates = new Set<string>();
  for (const {
    segment,
    range: [from, to],
  } of ranges) {
    for (let term = from; term < to; term++)
      if (segment.countOf(segment.terms, term) >= share) candidates.add(segment.terms.texts.at(term));
  }
  const all = Array.from(candidates, (term) => ({ term, itemCount: countIn(generation, term) }));
  return all.sort(byCountThenTerm).slice(0, limit);
}

function countIn({ segments }: SearchedGeneration, term: string): number {
  const bytes = Buffer.from(term);
  return segments.reduce((sum, segment) => {
    const found = segment.terms.texts.find(bytes);
    return found < 0 ? sum : sum + segment.countOf(segment.terms, found);
  }, 0);
}

/** A bit per letter (modulo 32): words whose bits differ in more than twice the edits aren't that near. */
function signature(bytes: Uint8Array, from: number, to: number): number {
  let bits = 0;
  for (let at = from; at < to; at++) bits |= 1 << (bytes[at]! & 31);
  return bits;
}

function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function* firstLetters(texts: TextList): Generator<string> {
  for (let at = 0; at < texts.length;) {
    const letter = String.fromCodePoint(texts.at(at).codePointAt(0) ?? 0);
    yield letter;
    at = Math.max(at + 1, texts.prefixRange(Buffer.from(letter))[1]);
  }
}

function* otherBeginnings(texts: TextList, word: string): Generator<string> {
  const [first = '', second = '', ...rest] = Array.from(word);
  const withoutFirst = [second, ...rest].join('');
  yield withoutFirst;
  yield [second, first, ...rest].join('');
  for (const letter of firstLetters(texts)) {
    yield letter + word;
    yield letter + withoutFirst;
  }
}

function termsLike(texts: TextList, word: string, edits: number): Set<number> {
  const found = new Set<number>();
  const bytes = Buffer.from(word);
  const wanted = signature(bytes, 0, bytes.length);
  const [from, to] = texts.prefixRange(Buffer.from(String.fromCodePoint(word.codePointAt(0) ?? 0)));
  // A letter of another script takes two bytes, so the filter by bytes allows for that.
  const maxByteDifference = bytes.length === word.length ? edits : edits * 2;
  for (let term = from; term < to; term++) {
    const start = texts.offsets[term]!;
    const end = texts.offsets[term + 1]!;
    if (Math.abs(end - start - bytes.length) > maxByteDifference) continue;
    if (bitCount(signature(texts.bytes, start, end) ^ wanted) <= maxByteDifference * 2) found.add(term);
  }
  for (const text of otherBeginnings(texts, word)) {
    const term = texts.find(Buffer.from(text));
    if (term >= 0) found.add(term);
  }
  return found;
}

function collectSimilar(segment: Segment, word: string, edits: number, found: Map<string, SimilarTerm>): void {
  const { texts } = segment.terms;
  for (const term of termsLike(texts, word, edits)) {
    const text = texts.at(term);
    const distance = editDistance(word, text, edits);
    const count = mayBeMeant(word, text, distance) ? segment.countOf(segment.terms, term) : 0;
    if (count === 0) continue;
    const before = found.get(text)?.itemCount ?? 0;
    found.set(text, { term: text, distance, itemCount: before + count });
  }
}

export function similarTerms(generation: SearchedGeneration, word: string, limit: number): readonly SimilarTerm[] {
  const edits = allowedEdits(word);
  if (edits === 0) return [];
  const { similar } = generation.words;
  const known = similar.get(`${limit} ${word}`);
  if (known !== undefined) return known;
  const found = new Map<string, SimilarTerm>();
  for (const segment of generation.segments) collectSimilar(segment, word, edits, found);
  const nearest = [...found.values()].sort((a, b) => a.distance - b.distance || byCountThenTerm(a, b)).slice(0, limit);
  similar.set(`${limit} ${word}`, nearest);
  return nearest;
}

/** True if a text goes on so from there; `null` is any letter. */
function goesOn({ bytes, offsets }: TextList, term: number, from: number, letters: readonly (string | null)[]): boolean {
  const end = offsets[term + 1]!;
  let at = offsets[term]! + from;
  for (const letter of letters) {
    if (letter === null) {
      if (at >= end) return false;
      at += 1;
      while (at < end && (bytes[at]! & 0xc0) === 0x80) at += 1;
    } else for (const byte of Buffer.from(letter)) if (at >= end || bytes[at++] !== byte) return false;
  }
  return true;
}

export function beginningsLike(generation: SearchedGeneration, word: string, limit: number): readonly SimilarTerm[] {
  const { similar } = generation.words;
  const key = `${limit} ${word}…`;
  const known = similar.get(key);
  if (known !== undefined) return known;
  const counts = new Map<string, number>();
  for (const segment of generation.segments) {
    const { texts } = segment.terms;
    const found = new Set<number>();
    for (const letters of typedBeginnings(word)) {
      const gap = letters.indexOf(null);
      const before = Buffer.from(letters.slice(0, gap < 0 ? undefined : gap).join(''));
      const [from, to] = texts.prefixRange(before);
      const rest = gap < 0 ? [] : letters.slice(gap);
      for (let term = from; term < to; term++) if (goesOn(texts, term, before.length, rest)) found.add(term);
    }
    for (const term of found) {
      const text = texts.at(term);
      if (!hasDigit(text)) counts.set(text, (counts.get(text) ?? 0) + segment.countOf(segment.terms, term));
    }
  }
  const all = Array.from(counts, ([term, itemCount]) => ({ term, itemCount, distance: 1 }));
  const best = all
    .filter(({ itemCount }) => itemCount > 0)
    .sort(byCountThenTerm)
    .slice(0, limit);
  similar.set(key, best);
  return best;
}

/** Terms in which the bytes begin so near to the end, but not at the start. */
function* termsGoingOn({ length, bytes, offsets }: TextList, beginning: Uint8Array, most: number): Generator<number> {
  const [first, size] = [beginning[0], beginning.length];
  for (let index = 0; index < length; index++) {
    const end = offsets[index + 1]!;
    for (let start = Math.max(offsets[index]! + 1, end - most); start + size <= end; start++) {
      if (bytes[start] !== first) continue;
      let at = 1;
      while (at < size && bytes[start + at] === beginning[at]) at++;
      if (at < size) continue;
      yield index;
      break;
    }
  }
}

export function compoundsOf(generation: SearchedGeneration, word: string, stemOf: (word: string) => string): readonly string[] {
  const known = generation.words.compounds.get(word);
  if (known !== undefined) return known;
  const head = headOf(word, stemOf);
  const counts = new Map<string, number>();
  for (const segment of generation.segments) {
    const { texts } = segment.terms;
    for (const beginning of head.beginnings) {
      for (const index of termsGoingOn(texts, Buffer.from(beginning), head.most))
        counts.set(texts.at(index), countIn(generation, texts.at(index)));
    }
  }
  const isWord = (other: string): boolean => countIn(generation, other) > 0;
  const compounds = Array.from(counts, ([term, itemCount]) => ({ term, itemCount }))
    .filter(({ term, itemCount }) => itemCount > 0 && firstWords(term, head, stemOf).some(isWord))
    .sort(byCountThenTerm)
    .slice(0, mostCompounds)
    .map(({ term }) => term);
  generation.words.compounds.set(word, compounds);
  return compounds;
}
