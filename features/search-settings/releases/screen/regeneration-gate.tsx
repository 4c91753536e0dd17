import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { call } from '#ui/calls/api.ts';
import { query } from '#ui/calls/queries.ts';
import { toast } from '#ui/calls/toast.ts';
import { linkTo } from '#ui/state/address.ts';
import { createStore } from '#ui/state/store.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { checkRegeneration } from '#features/search-settings/publish-gate/publish-gate.contract.ts';
import { usePublishGate } from '#features/search-settings/publish-gate/screen/publish-gate.panel.tsx';
import { useRegeneration } from './regeneration-watch.tsx';
import { readWaiting } from '#features/search-settings/releases/releases.contract.ts';

const name = 'regenerate';
type Rows = OutputOf<typeof readWaiting>['rows'];

/** What starts the check of each gate on screen; the newest one counts. */
const gates = createStore<readonly (() => void)[]>([]);

/** The check of what waits for midnight, before it goes live. Put its `drawer` on the page. */
export function useRegenerationGate(rows: Rows | undefined) {
  const { isStarting, regenerate } = useRegeneration();
  const { start, drawer } = usePublishGate({
    name,
    check: (part, signal) => call(checkRegeneration, part, { signal }),
    draft: JSON.stringify(rows),
    publishLabel: t('Regenerate'),
    publish(report) {
      regenerate();
      if (report && report.changed.length > 0)
        toast({ text: t('{percent} of searches change.', { percent: formats.percent(report.changedShare) }) });
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
  return { isStarting, start, drawer };
}

/** The check alone, for screens that save what waits and have no bar. */
export function RegenerationGate() {
  const { data } = useQuery(query(readWaiting, {}));
  return useRegenerationGate(data?.rows.filter(({ goes_live: moment }) => moment === 'atMidnight')).drawer;
}

/** Makes waiting changes live now, after the check: on the screen that is shown, or, if that has none, beside the releases. */
export function useRegenerate(): () => void {
  const navigate = useNavigate();
  return () => {
    const start = gates.get().at(-1);
    if (start) start();
    else void navigate(linkTo('/search-settings/releases', { gate: name }));
  };
}
