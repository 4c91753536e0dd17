import { useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { ReleasedKind } from './released-kind.ts';

const unknown: readonly ReleasedKind[] = [];

/** Provided by the console, as features don't import each other. */
export const LoadReleasedKinds = createContext<() => Promise<readonly ReleasedKind[]>>(() => Promise.resolve(unknown));

export function useReleasedKinds(isNeeded = true): readonly ReleasedKind[] {
  const load = use(LoadReleasedKinds);
  return useQuery({ queryKey: ['released kinds'], queryFn: load, staleTime: Infinity, enabled: isNeeded }).data ?? unknown;
}
