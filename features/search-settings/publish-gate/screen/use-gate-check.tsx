import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '#ui/calls/api.ts';
import { asCallError, type CallError } from '#ui/calls/call-error.ts';
import { type CheckedRow, gateReport, type GateQueries, type GateReport, redItems } from './gate-report.ts';
import {
  type CheckedQuery,
  queriesAtOnce,
  readGateQueries,
} from '#features/search-settings/publish-gate/publish-gate.contract.ts';

export type CheckPart = (part: { collection_id: number; queries: string[] }, signal: AbortSignal) => Promise<CheckedQuery[]>;

export type GateState =
  | { readonly kind: 'running'; readonly doneCount: number; readonly totalCount: number | null; readonly redCount: number }
  | { readonly kind: 'done'; readonly report: GateReport; readonly draft: unknown }
  | { readonly kind: 'failed'; readonly error: CallError };

const beginning: GateState = { kind: 'running', doneCount: 0, totalCount: null, redCount: 0 };

interface Check {
  readonly isWanted: boolean;
  readonly collectionId: number | undefined;
  readonly check: CheckPart;
  /** What is checked; once it differs, the check says nothing any more. */
  readonly draft: unknown;
  readonly onDone: (report: GateReport) => void;
}

/** Whether a draft is the one that was checked. Of an address that is just opened, nobody knows the draft yet. */
export const isCheckOf = (checked: unknown, draft: unknown): boolean => checked === undefined || checked === draft;

/** Runs a check in parts, which shows progress. It stops once it is no longer wanted. */
export function useGateCheck({ isWanted, collectionId, check, draft, onDone }: Check) {
  const [state, setState] = useState<GateState>(beginning);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef({ check, draft, onDone });
  useEffect(() => {
    latest.current = { check, draft, onDone };
  });
  useEffect(() => {
    if (!isWanted) return undefined;
    const left = new AbortController();
    const tell = (next: GateState) => left.signal.aborted || setState(next);
    tell(beginning);
    const begun = latest.current.draft;
    const queries = (signal: AbortSignal) =>
      call(readGateQueries, collectionId === undefined ? {} : { collection_id: collectionId }, { signal });
    checkAll(queries, (...part) => latest.current.check(...part), tell, left.signal).then(
      (report) => {
        tell({ kind: 'done', report, draft: begun });
        if (!left.signal.aborted && isCheckOf(begun, latest.current.draft)) latest.current.onDone(report);
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
    const answers = await check({ collection_id: part.collectionId, queries: part.queries.map(({ q }) => q) }, signal);
    part.queries.forEach(({ searches, is_frequent: isFrequent }, at) => {
      const answer = answers[at];
      if (answer) rows.push({ ...answer, searches, isFrequent, collectionId: part.collectionId });
    });
  }
  return gateReport(asked.source, rows);
}

function partsOf(queries: GateQueries['queries']) {
  return [...Map.groupBy(queries, ({ collection_id: id }) => id)].flatMap(([collectionId, all]) =>
    Array.from({ length: Math.ceil(all.length / queriesAtOnce) }, (_, part) => ({
      collectionId,
      queries: all.slice(part * queriesAtOnce, (part + 1) * queriesAtOnce),
    })),
  );
}
