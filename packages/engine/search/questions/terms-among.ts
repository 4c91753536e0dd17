import { maxFieldTokens } from '#engine/index/limits.ts';
import type { Segment } from '#engine/index/segment/segment.ts';
import type { Plan } from '#engine/plan.ts';
import type { TermCount } from '#engine/port.ts';
import { withTerm } from '#engine/query/resolve/complete-term.ts';
import { resolveGroups } from '#engine/search/matching/clauses.ts';
import { Matcher } from '#engine/search/matching/matching.ts';
import type { LoadedGeneration } from '#engine/search/generation/loaded-generation.ts';
import type { Matches } from '#engine/search/matching/ranking.ts';
import { byCountThenTerm } from './term-lookup.ts';

/** More items are sampled evenly, and the most frequent terms are counted again in all. */
const maxReadItems = 400;

const matcher = new Matcher();
const tokens = new Uint32Array(maxFieldTokens);

/** By rank of a term: how many of the items have it. */
function countRanks(segment: Segment, docs: readonly number[], fields: Uint8Array): Uint32Array {
  const counts = new Uint32Array(segment.rankOfTerm.length);
  const countedFor = new Uint32Array(counts.length);
  for (const doc of docs)
    segment.forwardFields(doc, fields, tokens, (count) => {
      for (let at = 0; at < count; at++) {
        const rank = tokens[at]!;
        if (countedFor[rank] === doc + 1) continue;
        countedFor[rank] = doc + 1;
        counts[rank]! += 1;
      }
    });
  return counts;
}

/** Terms with the prefix in the plan's fields of its items, most frequent first. */
export function termsAmong(generation: LoadedGeneration, plan: Plan, prefix: string, limit: number): readonly TermCount[] {
  const names = new Set(plan.fields.flatMap(({ name, weight }) => (weight > 0 ? [name] : [])));
  const fields = Uint8Array.from(generation.fieldNames, (name) => Number(names.has(name)));
  const { matches } = matcher.match(generation, plan, resolveGroups(generation, plan), null);
  const step = Math.ceil(matches.length / maxReadItems);
  const counts = new Map<string, number>();
  for (const [index, segment] of generation.segments.entries()) {
    const docs = matches.docs.subarray(matches.segmentStarts[index], matches.segmentStarts[index + 1]);
    const [from, to] = segment.terms.texts.prefixRange(Buffer.from(prefix));
    if (docs.length === 0 || from === to) continue;
    const base = generation.bases[index]!;
    const read = Array.from({ length: Math.ceil(docs.length / step) }, (_, at) => docs[at * step]! - base);
    const byRank = countRanks(segment, read, fields);
    for (let term = from; term < to; term++) {
      const count = byRank[segment.rankOfTerm[term]!]!;
      if (count === 0) continue;
      const text = segment.terms.texts.at(term);
      counts.set(text, (counts.get(text) ?? 0) + count);
    }
  }
  const found = Array.from(counts, ([term, itemCount]) => ({ term, itemCount }));
  const best = found.sort(byCountThenTerm).slice(0, limit);
  return step <= 1 ? best : countAgain(generation, plan, matches, best);
}

function countAgain(generation: LoadedGeneration, plan: Plan, matches: Matches, terms: readonly TermCount[]): TermCount[] {
  const isMatch = generation.segments.map(({ docCount }, index) => {
    const marks = new Uint8Array(docCount);
    const docs = matches.docs.subarray(matches.segmentStarts[index], matches.segmentStarts[index + 1]);
    for (const doc of docs) marks[doc - generation.bases[index]!] = 1;
    return marks;
  });
  const asked = { ...plan, groups: terms.flatMap(({ term }) => withTerm({ ...plan, groups: [] }, term).groups) };
  return resolveGroups(generation, asked)
    .map(({ group, clauses: [clause] }) => {
      let itemCount = 0;
      for (const [index, lists] of (clause?.lists ?? []).entries())
        for (const { docs, impacts, from, to } of lists)
          for (let at = from; at < to; at++) if (impacts[at] !== 0) itemCount += isMatch[index]![docs[at]!]!;
      return { term: group.word, itemCount };
    })
    .sort(byCountThenTerm);
}
