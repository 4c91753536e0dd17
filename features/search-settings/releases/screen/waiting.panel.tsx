import { Button, Group, Text } from '@mantine/core';
import { useQueryClient, useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Endpoint } from '#contract/endpoint.ts';
import { refresh, query, refreshEverything, useAction } from '#ui/calls/queries.ts';
import { NoticeBar } from '#ui/page/notice-bar.tsx';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { useAddress, linkTo } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { ComingMoment } from '#ui/text/moment.tsx';
import { readWaitingChanges, readWaiting, reloadRules } from '#features/search-settings/releases/releases.contract.ts';
import { WaitingDrawer } from './waiting-drawer.tsx';
import { call } from '#ui/calls/api.ts';
import { toast } from '#ui/calls/toast.ts';
import { createStore } from '#ui/state/store.ts';
import { formats } from '#ui/text/format.ts';
import { checkWaiting } from '#features/search-settings/publish-gate/publish-gate.contract.ts';
import { usePublishGate } from '#features/search-settings/publish-gate/screen/publish-gate.panel.tsx';

const name = 'regenerate';
/** Midnight comes, and others save. */
const waitingMs = 30_000;
const toastMs = 10_000;

/** Starts the check of each gate on screen; the newest one counts. */
const gates = createStore<readonly (() => void)[]>([]);

function useMidnightRows() {
  const { data } = useQuery({
    ...query(readWaiting, {}),
    refetchInterval: ({ state: { data: last } }) => ((last?.rows.length ?? 0) > 0 ? waitingMs : false),
  });
  return data && { ...data, rows: data.rows.filter(({ goes_live: moment }) => moment === 'atMidnight') };
}

/** Makes waiting changes live now, after a check of what visitors would notice. Put its `drawer` on the page. */
function useRegenerationGate() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending } = useAction(reloadRules);
  const { start, drawer } = usePublishGate({
    name,
    check: (part, signal) => call(checkWaiting, part, { signal }),
    publishLabel: t('Regenerate'),
    publish(report) {
      const onSuccess = ({ change_count: count, release }: { change_count: number; release: number | null }) => {
        void refreshEverything(client);
        if (release === null) return toast({ text: t('Regenerated. Nothing waited any more.') });
        const changed = (report?.changed.length ?? 0) > 0 && report;
        toast({
          text: [
            t('Regenerated. {count} changes are live in release {release}.', { count, release }),
            changed && t('{percent} of searches change.', { percent: formats.percent(changed.changedShare) }),
          ]
            .filter(Boolean)
            .join(' '),
          action: { label: t('Open'), run: () => void navigate(linkTo('/search-settings/releases', { release })) },
          durationMs: toastMs,
        });
      };
      mutate(report === null ? {} : { waiting_version: report.waitingVersion }, {
        onSuccess,
        onError: ({ code }) => {
          if (code === 'waitingMeanwhile') latest.current();
        },
      });
    },
  });
  const latest = useRef(start);
  useEffect(() => {
    latest.current = start;
  });
  useEffect(() => {
    const startLatest = () => latest.current();
    gates.set([...gates.get(), startLatest]);
    return () => gates.set(gates.get().filter((one) => one !== startLatest));
  }, []);
  return { isStarting: isPending, start, drawer };
}

export const RegenerationGate = () => useRegenerationGate().drawer;

/** Starts the check on this screen or, if it has none, on the releases screen. */
export function useRegenerate(): () => void {
  const navigate = useNavigate();
  return () => {
    const start = gates.get().at(-1);
    if (start) start();
    else void navigate(linkTo('/search-settings/releases', { gate: name }));
  };
}

interface WaitingProps {
  /** Calls whose responses change once waiting changes go live. */
  readonly refreshes: readonly Pick<Endpoint, 'path'>[];
}

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
              {t('Changes')}
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
