import { type NearItems, ofWordsAlone, type Plan } from '#engine/plan.ts';
import { hasDigit } from '#engine/query/analysis/typos.ts';
import type { DatedRequest } from '#engine/query/pipeline.ts';
import { normaliseQuery } from '#engine/query/query-draft.ts';
import type { ResolvedSearch, SearchSession, TraceEntry } from '#engine/port.ts';
import { after, type Awaitable } from '#process-kit/work.ts';

/** Items whose vectors are close to the text's; null if unknown now. */
export type Nearest = (text: string) => Awaitable<NearItems | null>;

/** Queries whose words find fewer items are searched by meaning, too. */
export const leastFoundByWords = 3;

const quotes = /["“”„«»]/;

/** Codes have no meaning, quoted words are meant as written, and mail addresses stay here. */
const hasMeaning = (query: string, { groups }: Plan): boolean =>
  !query.includes('@') && !quotes.test(query) && groups.some(({ word }) => !hasDigit(word));

interface Rescuable {
  readonly resolved: ResolvedSearch;
  readonly trace: readonly TraceEntry[];
}

/** Adds items by meaning to a search that found next to nothing. Filters don't decide about it. */
export function rescued<Asked extends Rescuable>(
  session: SearchSession,
  asked: Asked,
  { query, isTyping }: DatedRequest,
  nearest: Nearest,
): Awaitable<Asked> {
  const { plan, totalCount } = asked.resolved;
  if (isTyping === true || totalCount >= leastFoundByWords || !hasMeaning(query, plan)) return asked;
  const counts = plan.filters.length === 0 ? [totalCount] : session.counts([ofWordsAlone(plan)], leastFoundByWords);
  return after(counts, ([count = 0]) => {
    if (count >= leastFoundByWords) return asked;
    return after(nearest(normaliseQuery(query).trim()), (near) => {
      if (near === null) return { ...asked, resolved: { ...asked.resolved, lacksMeaning: true } };
      return near.ids.length === 0 ? asked : withNear(session, asked, query, near);
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
