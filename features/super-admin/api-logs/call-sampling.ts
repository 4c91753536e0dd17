import { firstFailure, keptFailuresPerSecond, sampledEvery } from './api-logs.contract.ts';

/** Decides which calls are kept. It is asked for every call of a shop, so it does next to nothing for most of them. */
export function callSampling() {
  let sinceKept = sampledEvery - 1;
  /** By project; null for calls of none. */
  let failures = new Map<number | null, number>();

  return {
    /** Of the calls of shops that went well, every so many. */
    keepsSuccess(): boolean {
      sinceKept = (sinceKept + 1) % sampledEvery;
      return sinceKept === 0;
    },
    /** A shop that fails all the time leaves room for the failures of others. */
    keepsFailure(projectId: number | null): boolean {
      const count = failures.get(projectId) ?? 0;
      failures.set(projectId, count + 1);
      return count < keptFailuresPerSecond;
    },
    /** Once a second. */
    nextSecond: (): void => void (failures = new Map()),
  };
}

export const isFailure = (status: number): boolean => status >= firstFailure;
