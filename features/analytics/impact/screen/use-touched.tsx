import { useEffect, useState } from 'react';
import { call } from '#ui/calls/api.ts';
import { asCallError, type CallError } from '#ui/calls/call-error.ts';
import { findTouchedByRelease, findTouchedByRule, queriesAtOnce } from '#features/analytics/impact/impact.contract.ts';

export type Subject = { readonly number: number } | { readonly source: string; readonly id: number };

interface TouchedState {
  readonly doneCount: number;
  /** Null while comparing. */
  readonly touched: ReadonlySet<string> | null;
  readonly error: CallError | null;
}

const beginning: TouchedState = { doneCount: 0, touched: null, error: null };

const findTouched = (subject: Subject, queries: string[], signal: AbortSignal): Promise<string[]> =>
  'number' in subject
    ? call(findTouchedByRelease, { ...subject, queries }, { signal })
    : call(findTouchedByRule, { ...subject, queries }, { signal });

/** Compares in batches, and stops when unmounted. */
export function useTouched(subject: Subject, queries: readonly string[]) {
  const [state, setState] = useState(beginning);
  const [attempt, setAttempt] = useState(0);
  const asked = JSON.stringify([subject, queries]);
  useEffect(() => {
    const left = new AbortController();
    const tell = (next: TouchedState) => left.signal.aborted || setState(next);
    const [of, all] = JSON.parse(asked) as [Subject, string[]];
    const find = async () => {
      const touched = new Set<string>();
      for (let done = 0; done < all.length; done += queriesAtOnce) {
        tell({ ...beginning, doneCount: done });
        for (const query of await findTouched(of, all.slice(done, done + queriesAtOnce), left.signal)) touched.add(query);
      }
      tell({ doneCount: all.length, touched, error: null });
    };
    find().catch((error: unknown) => tell({ ...beginning, error: asCallError(error) }));
    return () => left.abort();
  }, [asked, attempt]);
  return { ...state, again: () => setAttempt((last) => last + 1) };
}
