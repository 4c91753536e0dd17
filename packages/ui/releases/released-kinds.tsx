import { useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { ReleasedKind } from './released-kind.ts';

const unknown: readonly ReleasedKind[] = [];

/** Loads the words of every kind of row. The console says how, as its features don't know each other. */
export const LoadReleasedKinds = createContext<() => Promise<readonly ReleasedKind[]>>(() => Promise.resolve(unknown));

/** Every kind of row that releases hold; none until they are loaded. */
export function useReleasedKinds(): readonly ReleasedKind[] {
  const load = use(LoadReleasedKinds);
  return useQuery({ queryKey: ['released kinds'], queryFn: load, staleTime: Infinity }).data ?? unknown;
}
