import { itemsNow, readQueryNow } from '#features/analytics/search-trends/query-now.contract.ts';
import type { App } from '#server-kit/app.ts';
import { shownItem } from '#server-kit/search/preview.ts';
import { inCollection } from '#server-kit/project-search.ts';
import { shownAnswer } from '#server-kit/results/shown-answer.ts';
import { traceDataOf } from '#server-kit/search/search-data.ts';
import { plainRequest } from '#server-kit/search/search-request.ts';
import { serve } from '#server-kit/serve.ts';

export function serveQueryNow(app: App): void {
  serve(app, readQueryNow, ({ c, q }, { project }) =>
    inCollection(app, project, c, async (search) => {
      const answer = shownAnswer(await search.find(plainRequest(q, itemsNow)), search.relevance, 'search');
      const rows = traceDataOf(answer.trace).flatMap(({ rows: acting = [] }) => acting);
      return {
        items: answer.hits.map(({ item }) => shownItem(item)),
        total_count: answer.totalCount,
        took: answer.took,
        redirect: answer.redirect,
        rules: [...new Map(rows.map((row) => [`${row.source} ${row.id}`, row])).values()],
      };
    }),
  );
}
