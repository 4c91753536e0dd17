import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';
import { firstTables } from '#server-kit/db/migrations/001-first-tables.ts';
import { itemSources } from '#server-kit/db/migrations/002-item-sources.ts';
import { schedules } from '#server-kit/db/migrations/003-schedules.ts';

/** In the order they were released. One that was released is never changed. */
export const migrations = (kind: DatabaseKind): Record<string, Migration> => ({
  '001-first-tables': firstTables(kind),
  '002-item-sources': itemSources(),
  '003-schedules': schedules(kind),
});
