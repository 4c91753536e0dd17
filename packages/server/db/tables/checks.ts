import type { ProjectRow, RuleRow } from './row.ts';

export interface ChecksTables {
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
