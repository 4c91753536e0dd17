import { toPage } from '#contract/page.ts';
import { loadPublishedRows } from '#features/developer/published-rows/published-rows.contract.ts';
import type { App } from '#server/app/app.ts';
import { serve } from '#server/app/serve.ts';

export function servePublishedRows(app: App): void {
  serve(app, loadPublishedRows, async ({ search, page, per_page: perPage }, { project }) => {
    const rows = (await app.cache.answers.list(project.id))
      .filter(({ key }) => key.toLowerCase().includes(search.toLowerCase()))
      .toSorted((one, other) => one.ageSeconds - other.ageSeconds);
    const shown = rows.slice((page - 1) * perPage, page * perPage);
    return toPage(
      shown.map(({ ageSeconds, ttlSeconds: ttl, ...row }) => ({ ...row, ttl, age: Math.floor(ageSeconds) })),
      rows.length,
      perPage,
    );
  });
}
