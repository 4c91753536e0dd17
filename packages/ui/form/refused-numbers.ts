import { useEffect } from 'react';
import { createStore, useStore } from '#ui/state/store.ts';

const refused = createStore(0);

export function useRefusedNumber(isRefused: boolean): void {
  useEffect(() => {
    if (!isRefused) return;
    refused.set(refused.get() + 1);
    return () => refused.set(refused.get() - 1);
  }, [isRefused]);
}

/** The page can't be saved while a number on screen is invalid. */
export const useHasRefusedNumber = (): boolean => useStore(refused) > 0;
