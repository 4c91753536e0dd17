import { Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { RefetchBar } from '#ui/page/refetch-bar.tsx';
import { AfterWait } from '#ui/page/states.tsx';

interface AnswerProps {
  /** Shows the previous response while another loads. */
  readonly isOther: boolean;
  readonly isFetching: boolean;
  readonly children: ReactNode;
}

export const Answer = ({ isOther, isFetching, children }: AnswerProps) => (
  <div>
    <RefetchBar isMoving={isFetching} />
    <Stack gap={20} data-other={isOther} opacity={isOther ? 0.5 : 1}>
      {children}
    </Stack>
  </div>
);

export const FiguresSkeleton = () => (
  <AfterWait>
    <Stack gap={16} aria-hidden>
      <Skeleton height={48} />
      <Skeleton height={320} />
    </Stack>
  </AfterWait>
);
