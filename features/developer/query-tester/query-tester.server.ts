import { parseSearchRequest } from '#server-kit/search-request.ts';
import { searchDataOf, traceDataOf } from '#server-kit/search-data.ts';
import { explainItem, testQuery } from './query-tester.contract.ts';
import { excludedWords, explanationData } from './explanations.service.ts';
import type { App } from '#server-kit/app.ts';
import { fail } from '#server-kit/fail.ts';
import { inCollection, searchCollection } from '#server-kit/project-search.ts';
import { serve } from '#server-kit/serve.ts';

export function serveQueryTester(app: App): void {
  serve(app, testQuery, async (input, { project }) => {
    const answer = await searchCollection(app, project, input.c, parseSearchRequest(input));
    return { ...searchDataOf(answer), ...(input.debug === '1' && { trace: traceDataOf(answer.trace) }) };
  });

  serve(app, explainItem, async ({ c, q, filters, id }, { project }) => {
    const request = parseSearchRequest({ q, page: 1, per_page: 1, filters, facets: '', sort: '', highlight: '0' });
    return inCollection(app, project, c, async (search) => {
      const { plan, explanation } = await search.explain(request, id);
      if (!plan || !explanation) throw fail('notFound', { name: 'item' });
      return explanationData(explanation, await excludedWords(search.session, plan, id));
    });
  });
}
