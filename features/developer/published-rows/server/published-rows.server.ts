import { toPage } from '#contract/page.ts';
import {
  loadPublishedRows,
  type PublishedRow,
  readPublishedRow,
} from '#features/developer/published-rows/published-rows.contract.ts';
import type { App } from '#server/app/app.ts';
import type { AnswerRow } from '#server/cache/answer-cache.ts';
import { foundIn } from '#server/base/fail.ts';
import { serve } from '#server/app/serve.ts';

/** How many items an answer to a shop has, those of all its collections together. null in one that isn't of items. */
function countItems(json: string): number | null {
  const answer = JSON.parse(json) as Readonly<Record<string, unknown>>;
  const { collections, items, item } = answer;
  if (Array.isArray(collections)) return (collections as unknown[]).reduce<number>((sum, one) => sum + itemsIn(one), 0);
  if (Array.isArray(items)) return items.length;
  return item === undefined ? null : 1;
}

const itemsIn = (part: unknown): number =>
  typeof part === 'object' && part !== null && 'items' in part && Array.isArray(part.items) ? part.items.length : 0;

/** Looking into a larger answer would hold up the calls of shops. */
const mostCountedBytes = 500_000;

export function servePublishedRows(app: App): void {
  const { answers } = app.cache;

  function shownRow(projectId: number, { ageSeconds, ttlSeconds, ...row }: AnswerRow): PublishedRow {
    const json = row.bytes > mostCountedBytes ? null : answers.json(projectId, row.id);
    return { ...row, age: Math.floor(ageSeconds), ttl: ttlSeconds, rows: json === null ? null : countItems(json.toString()) };
  }

  serve(app, loadPublishedRows, async ({ search, sort = 'age', order, page, per_page: perPage }, { project }) => {
    const found = answers.list(project.id).filter(({ key }) => key.toLowerCase().includes(search.toLowerCase()));
    const sorted = found.toSorted((one, other) => compare(valueOf(one, sort), valueOf(other, sort)));
    const ordered = order === 'desc' ? sorted.toReversed() : sorted;
    const shown = ordered.slice((page - 1) * perPage, page * perPage);
    return toPage(
      shown.map((row) => shownRow(project.id, row)),
      found.length,
      perPage,
    );
  });

  serve(app, readPublishedRow, async ({ id }, { project }) => ({
    id,
    json: foundIn(answers.json(project.id, id), 'record').toString(),
  }));
}

function valueOf({ endpoint, release, ageSeconds, ttlSeconds, bytes }: AnswerRow, column: string): string | number {
  const values: Readonly<Record<string, string | number>> = { endpoint, release, age: ageSeconds, ttl: ttlSeconds, bytes };
  return values[column] ?? ageSeconds;
}

const compare = (one: string | number, other: string | number): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other));
