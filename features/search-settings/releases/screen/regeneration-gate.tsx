import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { call } from '#ui/calls/api.ts';
import { query, refreshEverything, useAction } from '#ui/calls/queries.ts';
import { toast } from '#ui/calls/toast.ts';
import { linkTo } from '#ui/state/address.ts';
import { createStore } from '#ui/state/store.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { checkRegeneration } from '#features/search-settings/publish-gate/publish-gate.contract.ts';
import { usePublishGate } from '#features/search-settings/publish-gate/screen/publish-gate.panel.tsx';
import { readWaiting, reloadRules } from '#features/search-settings/releases/releases.contract.ts';

const name = 'regenerate';
/** Midnight comes, and others save. */
const waitingMs = 30_000;
const toastMs = 10_000;

/** Starts the check of each gate on screen; the newest one counts. */
const gates = createStore<readonly (() => void)[]>([]);

/** Undefined while loading. */
export function useMidnightRows() {
  const { data } = useQuery({
    ...query(readWaiting, {}),
    refetchInterval: ({ state: { data: last } }) => ((last?.rows.length ?? 0) > 0 ? waitingMs : false),
  });
  return data && { ...data, rows: data.rows.filter(({ goes_live: moment }) => moment === 'atMidnight') };
}

/** Makes waiting changes live now, after a check of what visitors would notice. Put its `drawer` on the page. */
export function useRegenerationGate() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const rows = useMidnightRows()?.rows;
  const { mutate, isPending } = useAction(reloadRules);
  const { start, drawer } = usePublishGate({
    name,
    check: (part, signal) => call(checkRegeneration, part, { signal }),
    draft: JSON.stringify(rows),
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
          action: { label: t('Show release'), run: () => void navigate(linkTo('/search-settings/releases', { release })) },
          durationMs: toastMs,
        });
      };
      mutate({}, { onSuccess });
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

/** The check alone, for screens that save waiting changes and have no bar. */
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
