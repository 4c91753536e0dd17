import type { Endpoint } from '#contract/endpoint.ts';

const listeners = new Set<() => void>();

export function onWrite(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const isSaving = ({ method, onlyAsks }: Pick<Endpoint, 'method' | 'onlyAsks'>): boolean =>
  method !== 'GET' && onlyAsks !== true;

export function noteCall(endpoint: Pick<Endpoint, 'method' | 'onlyAsks'>): void {
  if (!isSaving(endpoint)) return;
  for (const listener of listeners) listener();
}
