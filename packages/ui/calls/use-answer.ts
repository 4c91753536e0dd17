import { useEffect, useState } from 'react';
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { asCallError, call, type CallError } from './api.ts';

interface Answered<E extends Endpoint> {
  readonly data: OutputOf<E> | null;
  readonly error: CallError | null;
}

/** For public pages, which do without TanStack Query. */
export function useAnswer<E extends Endpoint>(endpoint: E, input: InputOf<E>): Answered<E> {
  const [answered, setAnswered] = useState<Answered<E>>({ data: null, error: null });
  const sent = JSON.stringify(input);
  useEffect(() => {
    const left = new AbortController();
    call(endpoint, JSON.parse(sent) as InputOf<E>, { signal: left.signal }).then(
      (data) => setAnswered({ data, error: null }),
      (error: unknown) => left.signal.aborted || setAnswered({ data: null, error: asCallError(error) }),
    );
    return () => left.abort();
  }, [endpoint, sent]);
  return answered;
}
