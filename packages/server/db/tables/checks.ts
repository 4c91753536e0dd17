import type { ProjectRow, RuleRow } from './row.ts';

/** Items whose places people watch. */
export interface ChecksTables {
  check_item: CheckItemTable;
  check_place: CheckPlaceTable;
  check_mark: CheckMarkTable;
}

interface CheckItemTable extends RuleRow {
  collection_id: number;
  elastic_item_id: string;
  term: string;
  /** A place above this is an alert; 0 for none. */
  alert_above: number;
  /** When a check was asked for that has not ended yet: by hand, or by saving it. */
  asked_at: number | null;
}

/** Where a check found an item. */
interface CheckPlaceTable extends ProjectRow {
  check_item_id: number;
  /** The `unique_key` that the item had then: places of another query or another item aren't its own. */
  watched_key: string;
  checked_at: number;
  /** `found`, or why it has no place: `missing`, `deep`, `redirected` or `gone`. */
  outcome: string;
  position: number | null;
  total_count: number;
  /** `release`, `import`, `night` or `hand`. */
  cause: string;
  release: number;
}

/** What all check items of a collection were checked by last. Once one of these is another, they are checked again. */
interface CheckMarkTable extends ProjectRow {
  collection_id: number;
  checked_at: number;
  release: number;
  /** When the newest import ended that went live; 0 for none. */
  imported_at: number;
  /** The day whose night it was, `YYYY-MM-DD` in the project's time zone. */
  day: string;
}
