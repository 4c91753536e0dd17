import { AisleError } from '#clients/javascript/send.ts';
import { type Client, type ClientOptions, createClient } from '#clients/javascript/client.ts';
import type { ShopEvent, Facet, SearchAnswer, SearchInput } from '#clients/javascript/search-types.ts';
import type {
  AnyRequest,
  FacetValuesResult,
  RecommendRequest,
  RecommendResult,
  SearchRequest,
  SearchResult,
} from './algolia-types.ts';
import {
  allFacets,
  type AskedSearch,
  askedSearches,
  paramsOf,
  searchInputOf,
  usualHitsPerPage,
  wantsAllFacets,
} from './asked-searches.ts';
import { type FieldNames, fieldNames, pathSeparator, type Indices, indexOf } from './names.ts';
import { hitsOf } from './hits.ts';
import { type InsightsClient, insightsClientOf } from './insights.ts';
import { conditionsOf, filtersOf, warnOnce } from './filters.ts';
import { recommended } from './recommendations.ts';

const usualFacetHits = 10;

/** Values that begin with the typed text, among the current results. */
export async function facetValues(
  client: Pick<Client, 'search'>,
  request: SearchRequest,
  { names, indices }: { readonly names: FieldNames; readonly indices: Indices },
): Promise<FacetValuesResult> {
  const { indexName } = request;
  const params = paramsOf(request);
  const { facetName = '', facetQuery = '', maxFacetHits = usualFacetHits, query = '' } = params;
  const field = names.fieldOf(facetName);
  const conditions = conditionsOf(params).map((condition) => ({ ...condition, field: names.fieldOf(condition.field) }));
  const { facets, took } = await client.search({
    q: query,
    per_page: 1,
    facets: [field],
    narrowing: [field],
    ...(conditions.length > 0 && { filters: filtersOf(conditions) }),
    ...(facetQuery !== '' && { values: { [field]: { beginning: facetQuery } } }),
    ...indexOf(indexName, indices),
  });
  const marked = marker(facetQuery, params.highlightPreTag ?? '<em>', params.highlightPostTag ?? '</em>');
  const values = facets[0]?.values.slice(0, maxFacetHits) ?? [];
  return {
    facetHits: values.map(({ value, count }) => ({ value: String(value), highlighted: marked(String(value)), count })),
    exhaustiveFacetsCount: true,
    processingTimeMS: Math.round(took),
  };
}

/** Marks the typed beginning, ignoring case and accents. */
function marker(typed: string, before: string, after: string): (value: string) => string {
  const wanted = plainLetters(typed.trim());
  return (value) => {
    const letters = plainLetters(value);
    const start = letters.findIndex(
      (_, place) => !isLetter(letters[place - 1]) && wanted.every((letter, at) => letters[place + at] === letter),
    );
    if (wanted.length === 0 || start < 0) return value;
    const all = Array.from(value);
    const part = (from: number, to?: number): string => all.slice(from, to).join('');
    return part(0, start) + before + part(start, start + wanted.length) + after + part(start + wanted.length);
  };
}

const plainLetters = (text: string): string[] =>
  Array.from(text, (letter) => letter.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase());
const isLetter = (letter = ''): boolean => /[\p{L}\p{N}]/u.test(letter);

type FacetResults = Pick<SearchResult, 'facets' | 'facets_stats'>;

/** Counts per attribute and value, and bounds of numbers. */
function facetResultsOf(
  attributes: readonly string[],
  counted: readonly Facet[],
  { fieldOf, levelOf }: FieldNames,
): FacetResults {
  const facets: Record<string, Record<string, number>> = {};
  const stats: Record<string, { min: number; max: number }> = {};
  for (const attribute of attributes) {
    const facet = counted.find(({ field }) => field === fieldOf(attribute));
    if (facet === undefined) continue;
    const level = levelOf(attribute);
    const values = facet.values.filter(({ value }) => level === null || levelsIn(String(value)) === level + 1);
    facets[attribute] = Object.fromEntries(values.map(({ value, count }) => [String(value), count]));
    if (facet.min !== undefined && facet.max !== undefined) stats[attribute] = { min: facet.min, max: facet.max };
  }
  return { facets, facets_stats: stats };
}

/** `category.lvl0` and so on, if the values are paths. */
function levelsOf(name: string, { values }: Facet): string[] {
  const most = Math.max(0, ...values.map(({ value }) => levelsIn(String(value))));
  return most < 2 ? [] : Array.from({ length: most }, (_none, level) => `${name}.lvl${level}`);
}

const levelsIn = (path: string): number => path.split(pathSeparator).length;

export interface SearchClientOptions extends ClientOptions {
  /** Indices whose names don't say collection and order. */
  readonly indices?: Indices;
  /** Fields of renamed attributes: `{ categories: 'category' }`. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** The `searchClient` of InstantSearch. */
export interface SearchClient {
  search<Item = Record<string, unknown>>(requests: readonly AnyRequest[]): Promise<{ results: SearchResult<Item>[] }>;
  /** For `{ insightsClient: searchClient.insights }`. */
  readonly insights: InsightsClient;
}

/** Reachable items; further pages are rejected. */
export const pagedItems = 10_000;

/** Searches per call. */
export const searchesOfCall = 20;

export function aisleSearchClient({ indices = {}, fields = {}, ...options }: SearchClientOptions): SearchClient {
  const client = createClient(options);
  const names = fieldNames(fields);
  const seen = new Map<string, Pick<ShopEvent, 'query_id' | 'position'>>();
  const see = ({ hits, page, hitsPerPage, queryID }: SearchResult): void => {
    for (const [place, { objectID }] of hits.entries())
      seen.set(objectID, { query_id: queryID, position: page * hitsPerPage + place + 1 });
    for (const id of [...seen.keys()].slice(0, -rememberedItems)) seen.delete(id);
  };

  // Untyped, because versions of the widgets call it differently.
  const beside = {
    /** Facet values that begin with the typed text. */
    searchForFacetValues: (requests: readonly SearchRequest[]): Promise<FacetValuesResult[]> =>
      Promise.all(requests.map((request) => facetValues(client, request, { names, indices }))),
    getRecommendations: async (requests: readonly RecommendRequest[]): Promise<{ results: RecommendResult[] }> => ({
      results: await Promise.all(
        requests.map((request) => recommended(request, { client, indices, search: searchClient.search })),
      ),
    }),
  };

  const searchClient: SearchClient = {
    ...beside,
    insights: insightsClientOf(client, indices, seen),
    async search<Item>(requests: readonly AnyRequest[]) {
      const all = requests as readonly SearchRequest[];
      const ofFacets = Promise.all(all.filter(isOfFacet).map((request) => facetValues(client, request, { names, indices })));
      ofFacets.catch(() => undefined);
      const asked = askedSearches(
        all.filter((request) => !isOfFacet(request)),
        names,
      );
      const own = asked.filter(({ host }) => host === null);
      const answers = await answersOf(
        client,
        own.map((one) => searchInputOf(one, asked, indices, names)),
      );
      warnOnce(answers.flatMap(({ warnings = [] }) => warnings.map(({ message }) => message)));
      const answerOf = (one: AskedSearch) => answers[own.indexOf(one.host === null ? one : asked[one.host]!)]!;
      const results = asked.map((one) => resultOf(one, answerOf(one), names));
      results.forEach(see);
      const [searched, counted] = [results.values(), (await ofFacets).values()];
      const inOrder = all.map((request) => (isOfFacet(request) ? counted : searched).next().value);
      return { results: inOrder as SearchResult<Item>[] };
    },
  };
  return searchClient;
}

const isOfFacet = ({ type }: SearchRequest): boolean => type === 'facet';

/** Responses that events may name. */
const rememberedItems = 1_000;

/** Throws for the first failed search. */
async function answersOf(client: Client, searches: readonly SearchInput[]): Promise<SearchAnswer[]> {
  if (searches.length === 0) return [];
  if (searches.length === 1) return [await client.search(searches[0]!)];
  const calls: Promise<SearchAnswer[]>[] = [];
  for (let from = 0; from < searches.length; from += searchesOfCall)
    calls.push(allOf(client, searches.slice(from, from + searchesOfCall)));
  return (await Promise.all(calls)).flat();
}

async function allOf(client: Client, searches: readonly SearchInput[]): Promise<SearchAnswer[]> {
  const { results } = await client.multi({ searches });
  return results.map(({ data, error }) => {
    if (data !== null) return data;
    throw new AisleError(error?.message ?? 'A search was not answered.', { code: error?.code ?? 'noAnswer', status: 200 });
  });
}

function resultOf(asked: AskedSearch, answer: SearchAnswer, names: FieldNames): SearchResult {
  const { indexName, params, isCountOnly, host } = asked;
  const { hitsPerPage = usualHitsPerPage, page = 0, query = '' } = params;
  const every = wantsAllFacets(asked) ? answer.facets.flatMap(({ field }) => names.namesOf(field)) : [];
  const named = asked.attributes.filter((attribute) => attribute !== allFacets);
  const levels = every.flatMap((name) =>
    levelsOf(
      name,
      answer.facets.find(({ field }) => field === names.fieldOf(name))!,
    ),
  );
  return {
    index: indexName,
    hits: isCountOnly ? [] : hitsOf(answer, params),
    nbHits: answer.total_count,
    page,
    nbPages: isCountOnly ? 0 : Math.min(answer.total_pages, Math.floor(pagedItems / hitsPerPage)),
    hitsPerPage,
    // Counted along with another search.
    processingTimeMS: host === null ? Math.round(answer.took) : 0,
    query,
    params: '',
    queryID: answer.query_id,
    exhaustiveNbHits: true,
    exhaustiveFacetsCount: true,
    ...facetResultsOf([...new Set([...every, ...levels, ...named])], answer.facets, names),
    renderingContent: {
      ...(answer.redirect !== null && { redirect: { url: answer.redirect } }),
      ...(wantsAllFacets(asked) && { facetOrdering: { facets: { order: every }, values: {} } }),
    },
    ...(answer.banners && { userData: answer.banners }),
    correctedQuery: answer.corrected_query,
    ...(answer.all_words_count !== undefined && { nbHitsWithAllWords: answer.all_words_count }),
  };
}
