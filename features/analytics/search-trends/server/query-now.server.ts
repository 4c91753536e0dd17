import { itemsNow, readQueryNow } from '#features/analytics/search-trends/query-now.contract.ts';
import type { App } from '#server/app/app.ts';
import { shownItem } from '#server/search/preview.ts';
import { inCollection } from '#server/search/project-search.ts';
import { shownAnswer } from '#server/search/shown-answer.ts';
import { traceDataOf } from '#server/search/search-data.ts';
import { plainRequest } from '#server/search/search-request.ts';
import { serve } from '#server/app/serve.ts';

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
