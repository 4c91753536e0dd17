import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { refresh } from '#ui/calls/queries.ts';
import { NoticeBar } from '#ui/page/notice-bar.tsx';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { ComingMoment } from '#ui/text/moment.tsx';
import { readWaitingChanges } from '#features/search-settings/releases/releases.contract.ts';
import { useMidnightRows, useRegenerationGate } from './regeneration-gate.tsx';
import { WaitingDrawer } from './waiting-drawer.tsx';

export { RegenerationGate, useRegenerate } from './regeneration-gate.tsx';

interface WaitingProps {
  /** Calls whose responses change once waiting changes go live. */
  readonly refreshes: readonly Pick<Endpoint, 'path'>[];
}

/** Saved changes that wait for midnight, and the way to make them live now. Shows nothing while none waits. */
export function Waiting({ refreshes }: WaitingProps) {
  const [, change] = useAddress();
  const block = useSavingBlock();
  const waiting = useMidnightRows();
  const { isStarting, start, drawer } = useRegenerationGate();
  const count = waiting?.rows.length;
  useFewer(count, [...refreshes, readWaitingChanges]);
  if (!waiting || count === undefined) return null;
  const text = t('{count} changes wait for midnight', { count });
  return (
    <>
      {count > 0 && (
        <NoticeBar
          icon={Clock}
          colour="var(--aisle-waiting)"
          label={text}
          text={
            <>
              <strong>{text}</strong>{' '}
              <Text span inherit c="dimmed">
                ({waiting.time_zone}, <ComingMoment at={waiting.next_midnight} />)
              </Text>
            </>
          }
        >
          <Group gap={8}>
            <Button variant="default" size="xs" onClick={() => change({ waiting: 1 })}>
              {t('Show changes')}
            </Button>
            <Button
              size="xs"
              loading={isStarting}
              disabled={block !== undefined}
              title={block ?? t('Apply now instead of at midnight.')}
              onClick={start}
            >
              {t('Regenerate')}
            </Button>
          </Group>
        </NoticeBar>
      )}
      <WaitingDrawer count={count} regenerate={start} />
      {drawer}
    </>
  );
}

/** At midnight changes go live by themselves. */
function useFewer(count: number | undefined, refreshes: WaitingProps['refreshes']): void {
  const client = useQueryClient();
  const last = useRef(count);
  useEffect(() => {
    if (count !== undefined && count < (last.current ?? 0)) void refresh(client, refreshes);
    last.current = count;
  });
}
