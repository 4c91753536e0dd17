import type { Kysely } from 'kysely';
import type { CollectionsTables } from './tables/collections.ts';
import type { FeedsTables } from './tables/feeds.ts';
import type { PeopleTables } from './tables/people.ts';
import type { RulesTables } from './tables/rules.ts';
import type { ServerTables } from './tables/server.ts';
import type { ShopTables } from './tables/shop.ts';
import type { StatisticsTables } from './tables/statistics.ts';

export type { StoredAddress } from './tables/row.ts';

/**
 * Times are epoch milliseconds, booleans 0 and 1, lists and objects JSON text. Reach tables with `project_id` through
 * `projectTable`, so no query forgets the project.
 */
export interface Schema
  extends PeopleTables, CollectionsTables, FeedsTables, RulesTables, ServerTables, ShopTables, StatisticsTables {}

export type Database = Kysely<Schema>;
