import type { OutputOf } from '#contract/endpoint.ts';
import type { CheckedQuery, readGateQueries } from './publish-gate.contract.ts';

export type GateQueries = OutputOf<typeof readGateQueries>;

/** One query of a check, and how often visitors searched with it. */
export interface CheckedRow extends CheckedQuery {
  readonly collectionId: number;
  readonly searches: number;
}

/** What visitors would notice. */
export interface GateReport {
  readonly source: GateQueries['source'];
  readonly checkedCount: number;
  /** Of all searches with the queries, from 0 to 1; of the queries, where nobody has searched. */
  readonly changedShare: number;
  /** Those that change, worst first. */
  readonly changed: readonly CheckedRow[];
  /** Those that find something, and would find nothing. */
  readonly emptied: readonly CheckedRow[];
}

export const isEmptied = ({ live_total_count: before, total_count: after, redirect }: CheckedQuery): boolean =>
  before > 0 && after === 0 && redirect === null;

/** Of all searches: when more change, a person looks before it goes live. */
const quietShare = 0.2;

/** Whether a person decides, because visitors would notice much. */
export const isForPerson = ({ emptied, changedShare }: GateReport): boolean => emptied.length > 0 || changedShare > quietShare;

/** Judges a check. Queries that would find nothing are worst; of the others, those that are searched most. */
export function gateReport(source: GateQueries['source'], rows: readonly CheckedRow[]): GateReport {
  const weightOf = ({ searches }: CheckedRow): number => (source === 'searches' ? searches : 1);
  const sum = (some: readonly CheckedRow[]): number => some.reduce((total, row) => total + weightOf(row), 0);
  const changed = rows
    .filter((row) => row.is_changed || isEmptied(row))
    .toSorted((one, other) => Number(isEmptied(other)) - Number(isEmptied(one)) || other.searches - one.searches);
  return {
    source,
    checkedCount: rows.length,
    changedShare: rows.length === 0 ? 0 : sum(changed) / sum(rows),
    changed,
    emptied: changed.filter(isEmptied),
  };
}

/** How the first items differ: how many stand elsewhere, have come and are gone. */
export function movesOf({ items, gone }: CheckedQuery) {
  const added = items.filter(({ live_position: before }) => before === null).length;
  const moved = items.filter(({ position, live_position: before }) => before !== null && before !== position).length;
  return { moved, added, gone: gone.length };
}
