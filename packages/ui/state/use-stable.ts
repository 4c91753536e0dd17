import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function that is the same for all renderings and does what the last one's does, for parts that are drawn again only when they are given another. */
export function useStable<Arguments extends unknown[]>(work: (...values: Arguments) => void): (...values: Arguments) => void {
  const newest = useRef(work);
  useLayoutEffect(() => {
    newest.current = work;
  });
  return useCallback((...values: Arguments) => newest.current(...values), []);
}
