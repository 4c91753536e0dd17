import { type Client } from '#clients/javascript/client.ts';
import type { Found, Kept, SearchAnswer } from '#clients/javascript/search-types.ts';
import { AisleError } from '#clients/javascript/send.ts';
import type { Hit, RecommendRequest, RecommendResult, SearchRequest, SearchResult } from './algolia-types.ts';
import { conditionsOf, warnOnce } from './filters.ts';
import { hitsOf } from './hits.ts';
import { indexOf, type Indices } from './names.ts';

/** The API's maximum. */
const mostItems = 50;

type Calls = Pick<Client, 'alsoViewed' | 'boughtTogether' | 'similar' | 'trending'>;
type Search = (requests: readonly SearchRequest[]) => Promise<{ results: SearchResult[] }>;

/**
 * Answers one widget: the items of its model, filled up by a search with `fallbackParameters` if the widget has some.
 * Models that Aisle lacks have no items; the browser’s console warns once.
 */
export async function recommended(
  request: RecommendRequest,
  { client, indices, search }: { readonly client: Calls; readonly indices: Indices; readonly search: Search },
): Promise<RecommendResult> {
  const { indexName, objectID, maxRecommendations, fallbackParameters, queryParameters = {} } = request;
  const { collection } = indexOf(indexName, indices);
  const limit = maxRecommendations && Math.min(maxRecommendations, mostItems);
  if (conditionsOf(queryParameters).length > 0) warnOnce(['Filters of recommendations have no effect.']);
  const items = await itemsOf(client, request, {
    ...(collection !== undefined && { collection }),
    ...(limit && { limit }),
  });
  let hits: Hit[] = hitsOf({ items: items as Found[] } as SearchAnswer, queryParameters);
  if (fallbackParameters && hits.length < (limit ?? mostItems)) {
    const params = { ...fallbackParameters, ...(limit && { hitsPerPage: limit + 1 }) };
    const { results } = await search([{ indexName, params }]);
    const known = new Set([objectID, ...hits.map((hit) => hit.objectID)]);
    hits = [...hits, ...results[0]!.hits.filter((hit) => !known.has(hit.objectID))].slice(0, limit ?? undefined);
  }
  return { index: indexName, hits, nbHits: hits.length, processingTimeMS: 0 };
}

/** By visitors, filled up by words and category. */
const viewedOrSimilar =
  ({ alsoViewed, similar }: Calls): Calls['similar'] =>
  async (asked) => {
    const answers = await Promise.all([alsoViewed(asked), similar(asked)]);
    const items = new Map(answers.flatMap((answer) => answer.items).map((item) => [item.id, item]));
    return { items: [...items.values()].slice(0, asked.limit) };
  };

async function itemsOf(
  client: Calls,
  { model, objectID: id = '', facetName }: RecommendRequest,
  asked: { readonly collection?: string | number; readonly limit?: number },
): Promise<Kept[]> {
  if (model === 'trending-items' && facetName === undefined) return (await client.trending(asked)).items;
  const call = {
    'bought-together': client.boughtTogether,
    'related-products': viewedOrSimilar(client),
    'looking-similar': client.similar,
  }[model];
  if (call === undefined) {
    warnOnce([`Recommendations of "${model}"${facetName === undefined ? '' : ` by "${facetName}"`} aren't available.`]);
    return [];
  }
  try {
    return (await call({ id, ...asked })).items;
  } catch (error) {
    if (!(error instanceof AisleError) || error.code !== 'notFound') throw error;
    // A page may still show an item that has left the shop.
    warnOnce([`Recommendations of "${id}": ${error.message}`]);
    return [];
  }
}
