import type { OutputOf } from '#contract/endpoint.ts';
import { isOnAlert } from '#features/developer/check-items/check-items.contract.ts';
import type { CheckedItem, CheckedQuery, readGateQueries } from '#features/search-settings/publish-gate/publish-gate.contract.ts';

export type GateQueries = OutputOf<typeof readGateQueries>;

export interface CheckedRow extends CheckedQuery {
  readonly collectionId: number;
  readonly searches: number;
  /** False for a query that only check items have. */
  readonly isFrequent: boolean;
}

/** A check item that would start to alert. */
export interface RedItem extends CheckedItem {
  readonly q: string;
  readonly collectionId: number;
}

export interface GateReport {
  readonly source: GateQueries['source'];
  readonly checkedCount: number;
  /** From 0 to 1, by searches; by queries if nobody has searched yet. */
  readonly changedShare: number;
  /** Worst first. */
  readonly changed: readonly CheckedRow[];
  /** Queries that only show another variant of an item. */
  readonly variantCount: number;
  readonly emptied: readonly CheckedRow[];
  /** Red items stop the release. */
  readonly watchedCount: number;
  readonly reds: readonly RedItem[];
}

export const isEmptied = ({ live_total_count: before, total_count: after, redirect }: CheckedQuery): boolean =>
  before > 0 && after === 0 && redirect === null;

/** Above this share of searches a person decides. */
const quietShare = 0.2;

export const isForPerson = ({ emptied, changedShare, reds }: GateReport): boolean =>
  emptied.length > 0 || changedShare > quietShare || reds.length > 0;

/** Items that are red already don't count. */
export const redItems = (rows: readonly CheckedRow[]): RedItem[] =>
  rows.flatMap(({ q, collectionId, check_items: items }) =>
    items
      .filter((one) => isOnAlert(one.position, one.alert_above) && !isOnAlert(one.live_position, one.alert_above))
      .map((one) => ({ ...one, q, collectionId })),
  );

/** Queries that would find nothing come first, then the most frequent ones. */
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

export function movesOf({ items, gone, variants }: CheckedQuery) {
  const isVariant = new Set(variants.flatMap(({ id, live_id: liveId }) => [id, liveId]));
  const added = items.filter(({ id, live_position: before }) => before === null && !isVariant.has(id)).length;
  const moved = items.filter(({ position, live_position: before }) => before !== null && before !== position).length;
  return { moved, variants: variants.length, added, gone: gone.filter(({ id }) => !isVariant.has(id)).length };
}
