import { Kysely } from 'kysely';
import type { DatabaseKind } from '#server-kit/db/dialects.ts';
import type { Database, Schema } from '#server-kit/db/schema.ts';

/** Opens a database for a look, without an update, and so at less cost. */
export const databaseAsItIs = (kind: DatabaseKind): Database => new Kysely<Schema>({ dialect: kind.dialect });
