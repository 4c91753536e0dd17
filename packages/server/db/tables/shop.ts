import type { Generated } from 'kysely';
import type { Json, ProjectRow, RuleRow } from './row.ts';

export interface ShopTables {
  check_item: CheckItemTable;
  check_place: CheckPlaceTable;
  check_mark: CheckMarkTable;
  plugin: PluginTable;
  query_fix: QueryFixTable;
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

interface PluginTable extends ProjectRow {
  settings: Json;
  /** null: never saved. */
  updated_at: number | null;
  updated_by: number | null;
  /** A new preview link increments it, which revokes older links. */
  preview_round: Generated<number>;
  /** When the newest link expires. */
  preview_until: number | null;
  /** Host of the last page that loaded the plugin. */
  seen_host: string | null;
  seen_at: number | null;
}

/** A query without results that a person fixed or dismissed. */
interface QueryFixTable extends ProjectRow {
  /** As logged. */
  term: string;
  /** `fixed` or `dismissed`. */
  state: string;
  /** Kind (`key` in releases) and id of the rule that fixes it; null if dismissed. */
  source: string | null;
  row_id: number | null;
  /** Searches without results after this time open it again: the rule is live by then. */
  counts_from: number;
  /** Unique per change. */
  changed_at: number;
  changed_by: number | null;
}
