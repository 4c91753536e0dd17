import { Kysely } from 'kysely';
import type { DatabaseKind } from '#server/db/dialects.ts';
import type { Database, Schema } from '#server/db/schema.ts';

/** Opens a database for a look, without an update, and so at less cost. */
export const databaseAsItIs = (kind: DatabaseKind): Database => new Kysely<Schema>({ dialect: kind.dialect });
