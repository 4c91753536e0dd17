import type { Generated } from 'kysely';
import type { Json, ProjectRow } from './row.ts';

export interface ShopTables {
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
