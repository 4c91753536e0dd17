import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { query, refresh, refreshEverything, useAction } from '#ui/calls/queries.ts';
import { toast } from '#ui/calls/toast.ts';
import { failedText, regeneratedText } from './waiting-bar.tsx';
import { createStore, useStore } from '#ui/state/store.ts';
import { t } from '#ui/text/i18n.ts';
import { readWaiting, type Regeneration, reloadRules } from '#features/search-settings/releases/releases.contract.ts';

const runningMs = 1_000;
/** How often to ask while changes wait: midnight comes, and others save. */
const waitingMs = 30_000;
const toldMs = 10_000;

type Waiting = OutputOf<typeof readWaiting>;

const isUnderWay = (waiting: Waiting | undefined): boolean => waiting?.regeneration?.finished_at === null;

/** Runs that were seen running. The end of each is reported once. */
const followed = new Set<number>();
/** The run that has just ended, for the bars on screen, and the number of bars. */
const ended = createStore<Regeneration | null>(null);
const bars = createStore(0);

export function useWaiting() {
  useEffect(() => {
    bars.set(bars.get() + 1);
    return () => bars.set(bars.get() - 1);
  }, []);
  const { data } = useQuery({
    ...query(readWaiting, {}),
    refetchInterval: ({ state: { data: last } }) =>
      isUnderWay(last) ? runningMs : (last?.rows.length ?? 0) > 0 ? waitingMs : false,
  });
  const justEnded = useStore(ended);
  if (!data) return null;
  const rows = data.rows.filter(({ goes_live: moment }) => moment === 'atMidnight');
  const isTold = isUnderWay(data) || (data.regeneration?.state === 'failed' && rows.length > 0);
  return { ...data, rows, run: isTold ? data.regeneration : rows.length === 0 ? justEnded : null };
}

export function useRegeneration() {
  const client = useQueryClient();
  const { mutate, isPending } = useAction(reloadRules);
  const onSuccess = ({ id }: Regeneration) => {
    followed.add(id);
    void refresh(client, [readWaiting]);
  };
  return { isStarting: isPending, regenerate: () => mutate({}, { onSuccess }) };
}

export function useRegenerationWatch(isAllowed: boolean): void {
  const client = useQueryClient();
  const { data } = useQuery({
    ...query(readWaiting, {}),
    enabled: ({ state }) => isAllowed && isUnderWay(state.data),
    refetchInterval: runningMs,
  });
  const run = data?.regeneration;
  useEffect(() => {
    if (!run) return;
    if (run.finished_at === null) followed.add(run.id);
    else if (followed.delete(run.id)) {
      void refreshEverything(client);
      tell(run);
    }
  }, [client, run]);
}

function tell(run: Regeneration): void {
  if (bars.get() === 0) {
    if (run.state === 'failed') toast({ text: failedText(t), kind: 'failure' });
    else toast({ text: regeneratedText(t, run), durationMs: toldMs });
  } else if (run.state === 'done') {
    ended.set(run);
    setTimeout(() => ended.get() === run && ended.set(null), toldMs);
  }
}
