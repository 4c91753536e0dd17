import { useCallback, useEffect, useRef, useState } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { isOnAlert } from '#features/developer/check-items/check-items.contract.ts';
import {
  type CheckedItem,
  type CheckedPart,
  type CheckedQuery,
  readGateQueries,
  queriesAtOnce,
  type Expected,
  expectedQueries,
} from '#features/search-settings/publish-gate/publish-gate.contract.ts';
import { call, asCallError, type CallError } from '#ui/calls/api.ts';

export type GateQueries = OutputOf<typeof readGateQueries>;

export interface CheckedRow extends CheckedQuery {
  readonly collectionId: number;
  readonly searches: number;
  /** False for a query that only check items have, and for categories. */
  readonly isFrequent: boolean;
  /** `q` is its path. */
  readonly isCategory: boolean;
}

export interface RedItem extends CheckedItem {
  readonly q: string;
  readonly collectionId: number;
}

export interface GateReport {
  readonly source: GateQueries['source'];
  readonly waitingVersion: string;
  readonly checkedCount: number;
  readonly categoryCount: number;
  /** From 0 to 1, by searches; by queries if nobody has searched yet. */
  readonly changedShare: number;
  readonly changed: readonly CheckedRow[];
  readonly emptied: readonly CheckedRow[];
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
const redItems = (rows: readonly CheckedRow[]): RedItem[] =>
  rows.flatMap(({ q, collectionId, check_items: items }) =>
    items
      .filter((one) => isOnAlert(one.position, one.alert_above) && !isOnAlert(one.live_position, one.alert_above))
      .map((one) => ({ ...one, q, collectionId })),
  );

/** Queries that would find nothing come first, then the most frequent ones. */
export function gateReport(source: GateQueries['source'], rows: readonly CheckedRow[]): Omit<GateReport, 'waitingVersion'> {
  const weightOf = ({ searches, isFrequent }: CheckedRow): number => (source === 'searches' ? searches : Number(isFrequent));
  const sum = (some: readonly CheckedRow[]): number => some.reduce((total, row) => total + weightOf(row), 0);
  const changed = rows
    .filter((row) => row.is_changed || isEmptied(row))
    .toSorted((one, other) => Number(isEmptied(other)) - Number(isEmptied(one)) || other.searches - one.searches);
  return {
    source,
    checkedCount: rows.filter(({ isFrequent }) => isFrequent).length,
    categoryCount: rows.filter(({ isCategory }) => isCategory).length,
    changedShare: sum(rows) === 0 ? 0 : sum(changed) / sum(rows),
    changed,
    emptied: changed.filter(isEmptied),
    watchedCount: rows.reduce((count, { check_items: items }) => count + items.length, 0),
    reds: redItems(rows),
  };
}

export const movesOf = ({ items, gone }: CheckedQuery) => ({
  moved: items.filter(({ position, live_position: before }) => before !== null && before !== position).length,
  added: items.filter(({ live_position: before }) => before === null).length,
  gone: gone.length,
});

/** The part of a report that its release keeps. */
export const expectedOf = ({ changed, emptied, changedShare, checkedCount, categoryCount }: GateReport): Expected => ({
  checked: checkedCount + categoryCount,
  changed_share: changedShare,
  changed: changed.length,
  emptied: emptied.length,
  queries: changed.slice(0, expectedQueries).map((row) => ({
    collection_id: row.collectionId,
    q: row.q,
    is_category: row.isCategory,
    searches: row.searches,
    before: row.live_total_count,
    after: row.total_count,
    ...movesOf(row),
  })),
});

export type CheckPart = (part: CheckedPart, signal: AbortSignal) => Promise<CheckedQuery[]>;

export type GateState =
  | { readonly kind: 'running'; readonly doneCount: number; readonly totalCount: number | null; readonly redCount: number }
  | { readonly kind: 'done'; readonly report: GateReport }
  | { readonly kind: 'failed'; readonly error: CallError };

const beginning: GateState = { kind: 'running', doneCount: 0, totalCount: null, redCount: 0 };

interface Check {
  readonly isWanted: boolean;
  readonly collectionId: number | undefined;
  readonly check: CheckPart;
  readonly onStart: () => void;
  readonly onDone: (report: GateReport) => void;
}

/** Runs a check in parts, which shows progress. All parts check the draft as it was at the start. */
export function useGateCheck({ isWanted, collectionId, ...callbacks }: Check) {
  const [state, setState] = useState<GateState>(beginning);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(callbacks);
  useEffect(() => {
    latest.current = callbacks;
  });
  useEffect(() => {
    if (!isWanted) return undefined;
    const left = new AbortController();
    const tell = (next: GateState) => left.signal.aborted || setState(next);
    tell(beginning);
    const { check, onStart } = latest.current;
    onStart();
    const queries = (signal: AbortSignal) =>
      call(readGateQueries, collectionId === undefined ? {} : { collection_id: collectionId }, { signal });
    checkAll(queries, check, tell, left.signal).then(
      (report) => {
        tell({ kind: 'done', report });
        if (!left.signal.aborted) latest.current.onDone(report);
      },
      (error: unknown) => tell({ kind: 'failed', error: asCallError(error) }),
    );
    return () => left.abort();
  }, [isWanted, collectionId, attempt]);
  return { state, again: useCallback(() => setAttempt((last) => last + 1), []) };
}

export async function checkAll(
  queries: (signal: AbortSignal) => Promise<GateQueries>,
  check: CheckPart,
  tell: (state: GateState) => void,
  signal: AbortSignal,
): Promise<GateReport> {
  const asked = await queries(signal);
  const rows: CheckedRow[] = [];
  for (const part of partsOf(asked.queries)) {
    tell({ kind: 'running', doneCount: rows.length, totalCount: asked.queries.length, redCount: redItems(rows).length });
    const { collectionId, isCategory } = part;
    const asking = { collection_id: collectionId, queries: part.queries.map(({ q }) => q), are_categories: isCategory };
    const answers = await check(asking, signal);
    part.queries.forEach(({ searches, is_frequent: isFrequent }, at) => {
      const answer = answers[at];
      if (answer) rows.push({ ...answer, searches, isFrequent, collectionId, isCategory });
    });
  }
  return { ...gateReport(asked.source, rows), waitingVersion: asked.waiting_version };
}

function partsOf(queries: GateQueries['queries']) {
  const keyOf = ({ collection_id: id, is_category: isCategory }: (typeof queries)[number]) => `${id} ${isCategory}`;
  return [...Map.groupBy(queries, keyOf).values()].flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / queriesAtOnce) }, (_, part) => ({
      collectionId: all[0]!.collection_id,
      isCategory: all[0]!.is_category,
      queries: all.slice(part * queriesAtOnce, (part + 1) * queriesAtOnce),
    })),
  );
}
