import { parseFilters, parsePreviewed, parseSearchRequest, plainRequest, requestOf } from '#server/search/search-request.ts';
import { testQuery } from '#contract/test-query.ts';
import { explainItem } from '#features/developer/query-tester/query-tester.contract.ts';
import { explainedItem } from './explanations.service.ts';
import { resultDefaults } from '#server/search/result-defaults.ts';
import { searchDataOf, shownAnswer, traceDataOf } from '#server/search/shown-answer.ts';
import type { App } from '#server/app/app.ts';
import { foundIn } from '#server/base/fail.ts';
import { type CollectionSearch, inCollection, withCategory } from '#server/search/project-search.ts';
import { serve } from '#server/app/serve.ts';
import { maximumFacetValues } from '#contract/limits.ts';
import type { FacetRequest } from '#engine/plan.ts';
import type { CollectionRelevance } from '#engine/query/relevance.ts';

export function serveQueryTester(app: App): void {
  serve(app, testQuery, async (input, { project }) => {
    const asked = parseSearchRequest(input);
    const find = async (search: CollectionSearch) => {
      const defaults = resultDefaults(search.relevance, 'search');
      const facets = defaults.facets.length > 0 ? defaults.facets : schemaFacets(search.relevance);
      return shownAnswer(await search.find(requestOf(asked, { ...defaults, facets })), search.relevance, 'search');
    };
    const answer = await inCollection(app, project, input.c, find, { tried: parsePreviewed(input) });
    const without = await app.releases.names(project, parsePreviewed(input)?.without ?? []);
    return { ...searchDataOf(answer), without, ...(input.debug === '1' && { trace: traceDataOf(answer.trace) }) };
  });

  serve(app, explainItem, async ({ c, q, filters, id, ...tried }, { project }) => {
    const request = { ...plainRequest(q, 1), filters: parseFilters(filters) };
    const explain = async (search: CollectionSearch) => {
      const { category = q } = withCategory(search.relevance, request);
      return foundIn(await explainedItem(search, await search.resolve(request), { id, query: category }), 'item');
    };
    return inCollection(app, project, c, explain, { tried: parsePreviewed(tried) });
  });
}

const usualFacets = ['category', 'brand', 'price', 'availability'];
const maximumTesterFacets = 12;

function schemaFacets({ layout }: CollectionRelevance): FacetRequest[] {
  const names = layout.fields.filter(({ facet }) => facet).map(({ name }) => name);
  const ordered = [...usualFacets.filter((name) => names.includes(name)), ...names.filter((name) => !usualFacets.includes(name))];
  return ordered.slice(0, maximumTesterFacets).map((field) => ({ field, limit: maximumFacetValues }));
}
