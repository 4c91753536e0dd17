import type { Generated, Kysely } from 'kysely';
import type { CollectionsTables } from './tables/collections.ts';
import type { FeedsTables } from './tables/feeds.ts';
import type { PeopleTables } from './tables/people.ts';
import type { RulesTables } from './tables/rules.ts';
import type { ServerTables } from './tables/server.ts';
import type { StatisticsTables } from './tables/statistics.ts';
import type { Json, ProjectRow, RuleRow } from './tables/row.ts';

export type { StoredAddress } from './tables/row.ts';

/**
 * Times are epoch milliseconds, booleans 0 and 1, lists and objects JSON text. Reach tables with `project_id` through
 * `projectTable`, so no query forgets the project.
 */
export interface Schema
  extends PeopleTables, CollectionsTables, FeedsTables, RulesTables, ServerTables, ShopTables, StatisticsTables, ChecksTables {}

export type Database = Kysely<Schema>;

interface ChecksTables {
  check_item: CheckItemTable;
  check_place: CheckPlaceTable;
  check_mark: CheckMarkTable;
}

interface CheckItemTable extends RuleRow {
  collection_id: number;
  elastic_item_id: string;
  term: string;
  /** 0: no alert. */
  alert_above: number;
  /** null: no check is pending. */
  asked_at: number | null;
}

interface CheckPlaceTable extends ProjectRow {
  check_item_id: number;
  /** `unique_key` of the item at that time: old places of another query or item don't count. */
  watched_key: string;
  checked_at: number;
  /** `found`, `missing`, `deep`, `redirected` or `gone`. */
  outcome: string;
  position: number | null;
  total_count: number;
  /** `release`, `import`, `night` or `hand`. */
  cause: string;
  release: number;
}

/** State that a collection's check items were last checked against; a change triggers a check. */
interface CheckMarkTable extends ProjectRow {
  collection_id: number;
  checked_at: number;
  release: number;
  /** 0: none. */
  imported_at: number;
  /** `YYYY-MM-DD` in the project's time zone. */
  day: string;
}

interface ShopTables {
  plugin: PluginTable;
  query_fix: QueryFixTable;
}

interface PluginTable extends ProjectRow {
  settings: Json;
  /** When the settings were saved last, and by whom; null as long as they are the usual ones. */
  updated_at: number | null;
  updated_by: number | null;
  /** Grows where a new preview link ends the old one. */
  preview_round: Generated<number>;
  /** Until when the link works that was made last. */
  preview_until: number | null;
  /** Since when customers see the plugin; null while they don't. */
  live_since: number | null;
  /** The page of the shop that asked for the plugin last, and when. */
  seen_host: string | null;
  seen_at: number | null;
}

/** What somebody did about a query without results. */
interface QueryFixTable extends ProjectRow {
  /** As it is logged. */
  term: string;
  /** `fixed` or `dismissed`. */
  state: string;
  /** The rule that fixes it, as releases name its kind, and its id; null where it was dismissed. */
  source: string | null;
  row_id: number | null;
  /** A search without results from then on opens it again: the rule acts by then. */
  counts_from: number;
  /** Never the same after two changes. */
  changed_at: number;
  /** A user. */
  changed_by: number | null;
}
