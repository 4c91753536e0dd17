import { toPage } from '#contract/page.ts';
import { loadPublishedRows, type PublishedRow, readPublishedRow } from './published-rows.contract.ts';
import type { App } from '#server-kit/app.ts';
import type { KeptRow } from '#server-kit/cache/kept-rows.ts';
import { foundIn } from '#server-kit/found-in.ts';
import { serve } from '#server-kit/serve.ts';
import { countItems } from './count-items.ts';

/** Looking into a larger answer would hold up the calls of shops. */
const mostCountedBytes = 500_000;

export function servePublishedRows(app: App): void {
  const { rows } = app.cache.answers;

  async function told(projectId: number, { ageSeconds, ttlSeconds, ...row }: KeptRow): Promise<PublishedRow> {
    const json = row.bytes > mostCountedBytes ? null : await rows.json(projectId, row.id);
    return { ...row, age: Math.floor(ageSeconds), ttl: ttlSeconds, rows: json === null ? null : countItems(json.toString()) };
  }

  serve(app, loadPublishedRows, async ({ search, sort = 'age', order, page, per_page: perPage }, { project }) => {
    const found = (await rows.list(project.id)).filter(({ key }) => key.toLowerCase().includes(search.toLowerCase()));
    const sorted = found.toSorted((one, other) => compare(valueOf(one, sort), valueOf(other, sort)));
    const ordered = order === 'desc' ? sorted.toReversed() : sorted;
    const shown = ordered.slice((page - 1) * perPage, page * perPage);
    return toPage(await Promise.all(shown.map((row) => told(project.id, row))), found.length, perPage);
  });

  serve(app, readPublishedRow, async ({ id }, { project }) => ({
    id,
    json: foundIn(await rows.json(project.id, id), 'record').toString(),
  }));
}

function valueOf({ endpoint, release, ageSeconds, ttlSeconds, bytes }: KeptRow, column: string): string | number {
  const values: Readonly<Record<string, string | number>> = { endpoint, release, age: ageSeconds, ttl: ttlSeconds, bytes };
  return values[column] ?? ageSeconds;
}

const compare = (one: string | number, other: string | number): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other));
