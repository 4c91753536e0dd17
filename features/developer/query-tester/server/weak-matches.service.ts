import type { OutputOf } from '#contract/endpoint.ts';
import type { SearchRequest } from '#engine/pipeline.ts';
import type { readWeakMatches } from '#features/developer/query-tester/query-tester.contract.ts';
import type { CollectionSearch } from '#server/search/project-search.ts';

type WeakMatches = OutputOf<typeof readWeakMatches>;

/** The first item of a page that lacks a word of the query. Of a query of one word every result has all. */
export async function firstWeakMatch(search: CollectionSearch, request: SearchRequest): Promise<WeakMatches> {
  const settled = await search.settle(request);
  const words = settled.plan?.groups.length ?? 0;
  const none = { id: null, matched: words, words };
  if (words < 2) return none;
  const { hits } = await search.find(request);
  for (const { item } of hits) {
    const explained = await search.explainSettled(settled, item.id);
    const missing = explained?.missingWords.length ?? 0;
    if (missing > 0) return { id: item.id, matched: words - missing, words };
  }
  return none;
}
