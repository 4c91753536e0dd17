import { type NearItems, ofWordsAlone, type Plan, type SearchField } from '#engine/plan.ts';
import type { Analyser } from '#engine/query/analysis/analyser.ts';
import { hasDigit } from '#engine/query/analysis/typos.ts';
import { highlighter } from '#engine/query/matches/highlights.ts';
import type { DatedRequest, QueryDraft } from '#engine/query/pipeline.ts';
import { normaliseQuery } from '#engine/query/query-draft.ts';
import { lastInStock } from '#engine/query/query-plan.ts';
import type { CollectionRelevance } from '#engine/query/relevance.ts';
import type { FusedRanks, Hit, ResolvedSearch, SearchResult, SearchSession, TraceEntry } from '#engine/port.ts';
import { after, type Awaitable, run } from '#process-kit/work.ts';
import { inTypedSpelling } from './spelling-order.ts';

/** Items whose vectors are close to the text's; null if unknown now. */
export type Nearest = (text: string) => Awaitable<NearItems | null>;

/** Queries whose words find fewer items are searched by meaning, too. */
export const leastFoundByWords = 3;

/** G. V. Cormack, C. L. A. Clarke, S. Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods" (2009). */
const fusionConstant = 60;
/** Items of each ranking that are fused. Later ones keep the order of the words. */
const fusedWindow = 50;

const quotes = /["“”„«»]/;

/** Codes have no meaning, quoted words are meant as written, and mail addresses stay here. */
const hasMeaning = (query: string, { groups }: Plan): boolean =>
  !query.includes('@') && !quotes.test(query) && groups.some(({ word }) => !hasDigit(word));

interface Rescuable {
  readonly resolved: ResolvedSearch;
  readonly trace: readonly TraceEntry[];
}

interface Drafted {
  readonly draft: Pick<QueryDraft, 'text'>;
  readonly request: DatedRequest;
  readonly reading: { readonly analyser: Analyser; readonly relevance: CollectionRelevance };
  readonly highlightStemmed: readonly string[] | null;
}

/** Adds items by meaning to a search that found next to nothing, or ranks by both. Filters don't decide about it. */
export function rescued<Asked extends Rescuable>(
  session: SearchSession,
  asked: Asked,
  drafted: Drafted,
  nearest: Nearest,
): Awaitable<Asked> {
  const { plan, totalCount } = asked.resolved;
  const { query, isTyping } = drafted.request;
  const fuses = drafted.reading.relevance.fusesMeaning === true && plan.sort.length === 0;
  if (isTyping === true || (totalCount >= leastFoundByWords && !fuses) || !hasMeaning(query, plan)) return asked;
  const isEnough = plan.filters.length === 0 || totalCount >= leastFoundByWords;
  const counts = isEnough ? [totalCount] : session.counts([ofWordsAlone(plan)], leastFoundByWords);
  return after(counts, ([count = 0]) => {
    if (count >= leastFoundByWords && !fuses) return asked;
    return after(nearest(normaliseQuery(query).trim()), (near) => {
      if (near === null) return { ...asked, resolved: { ...asked.resolved, lacksMeaning: true } };
      if (near.ids.length === 0) return asked;
      return count < leastFoundByWords ? withNear(session, asked, query, near) : withFused(session, asked, drafted, near);
    });
  });
}

function withNear<Asked extends Rescuable>(
  session: SearchSession,
  asked: Asked,
  query: string,
  near: NearItems,
): Awaitable<Asked> {
  const { resolved } = asked;
  const plan = { ...resolved.plan, near };
  return after(session.search(plan), ({ hits, totalCount, facets }) => {
    const semanticCount = totalCount - resolved.totalCount;
    if (semanticCount <= 0) return asked;
    const trace = [...asked.trace, { step: 'meaning', before: query.trim(), after: String(semanticCount) }];
    return { ...asked, trace, resolved: { ...resolved, plan, hits, totalCount, facets, semanticCount, relaxed: true } };
  });
}

/** Without a field no word matches, so that near items do alone. */
const noFields: readonly SearchField[] = [];

/** Both rankings obey filters and rules. The fused items are promoted behind the promoted ones, so that pages, counts and variants follow. */
function withFused<Asked extends Rescuable>(
  session: SearchSession,
  asked: Asked,
  { draft, request, reading: { analyser, relevance }, highlightStemmed }: Drafted,
  near: NearItems,
): Awaitable<Asked> {
  const { learned, ...plan } = asked.resolved.plan;
  const first = { ...plan, facets: [], from: 0, size: fusedWindow };
  const byWords: Plan = learned === undefined ? first : { ...first, learned };
  const byMeaning: Plan = { ...first, promoted: [], promotedGroups: [], fields: noFields, near };
  const spelled = (found: SearchResult) =>
    run(inTypedSpelling(analyser, draft.text, byWords, found, (again) => session.search(again)));
  return after(after(session.search(byWords), spelled), (words) =>
    after(session.search(byMeaning), (meaning) => {
      const pinned = new Set(words.hits.flatMap(({ id, promoted }) => (promoted ? [id] : [])));
      const [one, other] = [words, meaning].map(({ hits }) => hits.filter(({ id }) => !pinned.has(id)));
      const fused = fusedRanks(one!, other!, lastInStock(relevance));
      const isFused = ({ id }: Hit): boolean => fused.has(id);
      const fusing: Plan = { ...plan, promoted: [...new Set([...plan.promoted, ...fused.keys()])] };
      return after(session.search(fusing), ({ totalCount, facets, ...found }) => {
        const { allWordsCount: _count, missingWords: _missing, ...resolved } = asked.resolved;
        const hits = found.hits.map((hit) => ({ ...hit, promoted: hit.promoted && !isFused(hit) }));
        const semanticCount = totalCount - resolved.totalCount;
        const trace = [...asked.trace, { step: 'fusion', before: request.query.trim(), after: String(meaning.hits.length) }];
        const highlight = highlightStemmed && highlighter(analyser, plan, new Set(highlightStemmed));
        const highlights = highlight && new Map(hits.map(({ id, item }) => [id, highlight(item)]));
        const more = semanticCount > 0 && { semanticCount };
        return { ...asked, trace, resolved: { ...resolved, plan: fusing, hits, totalCount, facets, highlights, fused, ...more } };
      });
    }),
  );
}

/** Best first. An item of the last ones never passes another that was before it. */
function fusedRanks(
  words: readonly Hit[],
  meaning: readonly Hit[],
  last: { readonly field: string; readonly value: unknown } | null,
): ReadonlyMap<string, FusedRanks> {
  const placesIn = (hits: readonly Hit[]) => new Map(hits.map(({ id }, at) => [id, at + 1]));
  const [inWords, inMeaning] = [placesIn(words), placesIn(meaning)];
  const share = (place: number | null): number => (place === null ? 0 : 1 / (fusionConstant + place));
  const isLast = ({ item }: Hit): boolean => last !== null && [item.fields[last.field]].flat().includes(last.value as string);
  const all = [...words, ...meaning.filter(({ id }) => !inWords.has(id))];
  let least = Infinity;
  const ranked = all.map((hit) => {
    const ranks = { words: inWords.get(hit.id) ?? null, meaning: inMeaning.get(hit.id) ?? null };
    const score = Math.min(share(ranks.words) + share(ranks.meaning), isLast(hit) ? least : Infinity);
    if (!isLast(hit)) least = Math.min(least, score);
    return { id: hit.id, ranks, score };
  });
  return new Map(ranked.toSorted((one, other) => other.score - one.score).map(({ id, ranks }) => [id, ranks]));
}
