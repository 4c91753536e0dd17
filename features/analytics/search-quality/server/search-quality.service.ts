import { addedSums, estimateOf } from './quality-sums.ts';
import { searchQualityStore } from './search-quality.store.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';

/** From 0 to 1; null with too few clicks. */
export const weekQuality =
  (db: Database) =>
  async (project: ProjectScope, monday: string): Promise<number | null> => {
    const week = (await searchQualityStore(db).byWeek(project, '', monday, monday)).get(monday);
    return estimateOf(addedSums(week ? [week.sums] : []))?.mean ?? null;
  };
