import { useQuery } from '@tanstack/react-query';
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { useCollection } from './collection.ts';
import { query } from '#ui/calls/queries.ts';

export function useOfCollection<E extends Endpoint>(
  endpoint: { readonly c: number } extends InputOf<E> ? E : never,
): OutputOf<E> | undefined {
  const collection = useCollection();
  const input = { c: collection?.id ?? 0 } as InputOf<E>;
  return useQuery({ ...query<E>(endpoint, input), enabled: collection !== null }).data;
}
