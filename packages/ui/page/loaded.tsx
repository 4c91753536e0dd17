import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CallError } from '#ui/calls/call-error.ts';
import { RefetchBar } from './refetch-bar.tsx';
import { AfterWait, LoadError } from './states.tsx';

interface LoadedProps<Data> {
  readonly query: UseQueryOptions<Data, CallError>;
  readonly skeleton: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

export function Loaded<Data>({ query, skeleton, children }: LoadedProps<Data>) {
  const { data, error, isFetching, refetch } = useQuery(query);
  if (data === undefined && error) return <LoadError error={error} retry={() => void refetch()} />;
  if (data === undefined) return <AfterWait>{skeleton}</AfterWait>;
  return (
    <>
      <RefetchBar isMoving={isFetching} />
      {children(data)}
    </>
  );
}
