import { useEffect } from 'react';
import { createStore, useStore } from '#ui/state/store.ts';

/** How many inputs on screen hold what is no number, or none that is possible. */
const refused = createStore(0);

export function useRefusedNumber(isRefused: boolean): void {
  useEffect(() => {
    if (!isRefused) return;
    refused.set(refused.get() + 1);
    return () => refused.set(refused.get() - 1);
  }, [isRefused]);
}

/** Whether a number on screen has to be corrected before the page can be saved: what is stored would not be what is shown. */
export const useHasRefusedNumber = (): boolean => useStore(refused) > 0;
