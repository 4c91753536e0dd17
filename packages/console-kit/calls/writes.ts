import type { Endpoint } from '#contract/endpoint.ts';

const listeners = new Set<() => void>();

/** Calls back after each call that may have changed something on the server. Answers how to stop that. */
export function onWrite(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Takes note of a call that was answered. */
export function noteCall({ method, onlyAsks }: Pick<Endpoint, 'method' | 'onlyAsks'>): void {
  if (method === 'GET' || onlyAsks === true) return;
  for (const listener of listeners) listener();
}
