import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CallError } from '#ui/calls/call-error.ts';
import { RefetchBar } from '#ui/page/refetch-bar.tsx';
import { AfterWait, LoadError } from '#ui/page/states.tsx';

interface AnsweredProps<Data> {
  readonly query: UseQueryResult<Data, CallError>;
  /** Of the skeleton. */
  readonly heightPx?: number;
  readonly children: (data: Data) => ReactNode;
}

/** Shows the previous response while another loads. */
export function Answered<Data>({ query, heightPx = 380, children }: AnsweredProps<Data>) {
  const { data, error, isFetching, isPlaceholderData: isOther, refetch } = query;
  const failure = error && <LoadError error={error} retry={() => void refetch()} />;
  if (data === undefined)
    return (
      failure ?? (
        <AfterWait>
          <Skeleton height={heightPx} aria-hidden />
        </AfterWait>
      )
    );
  return (
    <div>
      <RefetchBar isMoving={isFetching} />
      <Stack gap={20} data-other={isOther} opacity={isOther ? 0.5 : 1}>
        {failure}
        {children(data)}
      </Stack>
    </div>
  );
}
