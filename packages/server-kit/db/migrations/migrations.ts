import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';
import { firstTables } from '#server-kit/db/migrations/001-first-tables.ts';
import { ownItems } from '#server-kit/db/migrations/006-own-items.ts';

/** In the order they were released. One that was released is never changed. */
export const migrations = (kind: DatabaseKind): Record<string, Migration> => ({
  '001-first-tables': firstTables(kind),
  '006-own-items': ownItems(kind),
});
