import type { OutputOf } from '#contract/endpoint.ts';
import { isOnAlert } from '#features/developer/check-items/check-items.contract.ts';
import type { CheckedItem, CheckedQuery, readGateQueries } from '#features/search-settings/publish-gate/publish-gate.contract.ts';

export type GateQueries = OutputOf<typeof readGateQueries>;

export interface CheckedRow extends CheckedQuery {
  readonly collectionId: number;
  readonly searches: number;
  /** Whether it stands for what visitors search, rather than for check items alone. */
  readonly isFrequent: boolean;
}

/** A check item that would be on alert, and isn't now. */
export interface RedItem extends CheckedItem {
  readonly q: string;
  readonly collectionId: number;
}

/** What visitors would notice. */
export interface GateReport {
  readonly source: GateQueries['source'];
  readonly checkedCount: number;
  /** The share of all searches with the queries, from 0 to 1; the share of the queries if nobody has searched yet. */
  readonly changedShare: number;
  /** Queries that change, worst first. */
  readonly changed: readonly CheckedRow[];
  /** How many queries show another variant of an item and are otherwise the same. */
  readonly variantCount: number;
  readonly emptied: readonly CheckedRow[];
  /** Check items that were looked at, and those that would turn red: they stop the release. */
  readonly watchedCount: number;
  readonly reds: readonly RedItem[];
}

export const isEmptied = ({ live_total_count: before, total_count: after, redirect }: CheckedQuery): boolean =>
  before > 0 && after === 0 && redirect === null;

/** If more than this share of searches changes, a person decides. */
const quietShare = 0.2;

/** Whether a person has to decide, because visitors would notice much. */
export const isForPerson = ({ emptied, changedShare, reds }: GateReport): boolean =>
  emptied.length > 0 || changedShare > quietShare || reds.length > 0;

/** Check items of some rows that would turn red. One that is red already stops nobody. */
export const redItems = (rows: readonly CheckedRow[]): RedItem[] =>
  rows.flatMap(({ q, collectionId, check_items: items }) =>
    items
      .filter((one) => isOnAlert(one.position, one.alert_above) && !isOnAlert(one.live_position, one.alert_above))
      .map((one) => ({ ...one, q, collectionId })),
  );

/** Judges a check. The worst queries are those that would find nothing, then those that are searched most. */
export function gateReport(source: GateQueries['source'], rows: readonly CheckedRow[]): GateReport {
  const weightOf = ({ searches, isFrequent }: CheckedRow): number => (source === 'searches' ? searches : Number(isFrequent));
  const sum = (some: readonly CheckedRow[]): number => some.reduce((total, row) => total + weightOf(row), 0);
  const changed = rows
    .filter((row) => row.is_changed || isEmptied(row))
    .toSorted((one, other) => Number(isEmptied(other)) - Number(isEmptied(one)) || other.searches - one.searches);
  return {
    source,
    checkedCount: rows.filter(({ isFrequent }) => isFrequent).length,
    changedShare: sum(rows) === 0 ? 0 : sum(changed) / sum(rows),
    changed,
    variantCount: rows.filter((row) => row.variants.length > 0 && !changed.includes(row)).length,
    emptied: changed.filter(isEmptied),
    watchedCount: rows.reduce((count, { check_items: items }) => count + items.length, 0),
    reds: redItems(rows),
  };
}

/** How many of the first items moved, show another variant, came and went. */
export function movesOf({ items, gone, variants }: CheckedQuery) {
  const isVariant = new Set(variants.flatMap(({ id, live_id: liveId }) => [id, liveId]));
  const added = items.filter(({ id, live_position: before }) => before === null && !isVariant.has(id)).length;
  const moved = items.filter(({ position, live_position: before }) => before !== null && before !== position).length;
  return { moved, variants: variants.length, added, gone: gone.filter(({ id }) => !isVariant.has(id)).length };
}
