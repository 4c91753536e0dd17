import type { Kysely } from 'kysely';
import type { ChecksTables } from './tables/checks.ts';
import type { CollectionsTables } from './tables/collections.ts';
import type { FeedsTables } from './tables/feeds.ts';
import type { PeopleTables } from './tables/people.ts';
import type { RulesTables } from './tables/rules.ts';
import type { ServerTables } from './tables/server.ts';
import type { ShopTables } from './tables/shop.ts';
import type { StatisticsTables } from './tables/statistics.ts';

export type { StoredAddress } from './tables/row.ts';

/**
 * Every table, the same on SQLite and PostgreSQL. Times are epoch milliseconds, booleans are 0 and 1, lists and objects are JSON text.
 * Tables with `project_id` are reached through `projectTable`, so that no query can forget the project.
 */
export interface Schema
  extends PeopleTables, CollectionsTables, FeedsTables, RulesTables, ServerTables, ShopTables, StatisticsTables, ChecksTables {}

export type Database = Kysely<Schema>;
