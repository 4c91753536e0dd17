import { allowedEdits, editDistance, hasDigit } from '#engine/analysis/typos.ts';
import type { SimilarTerm, TermCount } from '#engine/port.ts';
import type { LoadedGeneration } from './loaded-generation.ts';
import type { Segment } from '#engine/embedded/segment/segment.ts';
import { Threshold } from './threshold.ts';

function byCountThenTerm(a: TermCount, b: TermCount): number {
  return b.itemCount - a.itemCount || (a.term < b.term ? -1 : 1);
}

/** The least of the `limit` highest counts of a segment's terms in the range; 0 where there are fewer terms. */
function leastOfHighest(segment: Segment, from: number, to: number, limit: number): number {
  const highest = new Threshold(limit);
  for (let term = from; term < to; term++) {
    const count = segment.countOf(segment.terms, term);
    if (count > highest.least) highest.add(count);
  }
  return highest.least;
}

/** Terms of a generation that start with `prefix`, most frequent first. */
export function termsWithPrefix(generation: LoadedGeneration, prefix: string, limit: number): TermCount[] {
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

function countIn({ segments }: LoadedGeneration, term: string): number {
  const bytes = Buffer.from(term);
  return segments.reduce((sum, segment) => {
    const found = segment.terms.texts.find(bytes);
    return found < 0 ? sum : sum + segment.countOf(segment.terms, found);
  }, 0);
}

/** One bit per letter (modulo 32): two words whose bits differ in more than twice the edits can't be that near. */
function signature(bytes: Uint8Array, from: number, to: number): number {
  let bits = 0;
  for (let at = from; at < to; at++) bits |= 1 << (bytes[at]! & 31);
  return bits;
}

function bitCount(bits: number): number {
  let rest = bits >>> 0;
  let count = 0;
  for (; rest !== 0; rest = (rest & (rest - 1)) >>> 0) count++;
  return count;
}

function collectSimilar(segment: Segment, word: string, edits: number, found: Map<string, SimilarTerm>): void {
  const { texts } = segment.terms;
  const wordBytes = Buffer.from(word);
  const wordSignature = signature(wordBytes, 0, wordBytes.length);
  const firstLetter = Buffer.from(String.fromCodePoint(word.codePointAt(0) ?? 0));
  const [from, to] = texts.prefixRange(firstLetter);
  // A letter of another script takes two bytes, so the filter by bytes allows for that.
  const maxByteDifference = wordBytes.length === word.length ? edits : edits * 2;
  const maxBitDifference = maxByteDifference * 2;
  for (let term = from; term < to; term++) {
    const start = texts.offsets[term]!;
    const end = texts.offsets[term + 1]!;
    if (Math.abs(end - start - wordBytes.length) > maxByteDifference) continue;
    if (bitCount(signature(texts.bytes, start, end) ^ wordSignature) > maxBitDifference) continue;
    const text = texts.at(term);
    const distance = editDistance(word, text, edits);
    const count = distance > edits || hasDigit(text) ? 0 : segment.countOf(segment.terms, term);
    if (count === 0) continue;
    const before = found.get(text)?.itemCount ?? 0;
    found.set(text, { term: text, distance, itemCount: before + count });
  }
}

/** Indexed terms a typo away from `word`, with the same first letter, nearest first, then most frequent. */
export function similarTerms(generation: LoadedGeneration, word: string, limit: number): SimilarTerm[] {
  const edits = allowedEdits(word);
  if (edits === 0) return [];
  const found = new Map<string, SimilarTerm>();
  for (const segment of generation.segments) collectSimilar(segment, word, edits, found);
  return [...found.values()].sort((a, b) => a.distance - b.distance || byCountThenTerm(a, b)).slice(0, limit);
}
