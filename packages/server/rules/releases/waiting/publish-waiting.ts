import { release, takeWaiting, type Who } from '#server/rules/releases/change-release.ts';
import { releasedRowStore } from '#server/rules/releases/released-rows.store.ts';
import type { AnySource } from '#server/rules/releases/rule-source.ts';
import type { WaitingFilter } from './waiting-rows.store.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';

/** What went live: null for the number where nothing waited. */
export interface Published {
  readonly number: number | null;
  readonly changeCount: number;
}

/** Makes waiting rows live as they are saved, in the transaction of `db`. */
export async function publishWithin(
  db: Database,
  project: ProjectScope,
  sources: readonly AnySource[],
  who: Who,
  filter: WaitingFilter,
  now: number,
): Promise<Published> {
  const last = await releasedRowStore(db).lock(project);
  const changed = await takeWaiting(db, project, sources, filter, now);
  const number = await release(db, project, last, changed, { ...who, now });
  return { number: number === last ? null : number, changeCount: changed.length };
}
