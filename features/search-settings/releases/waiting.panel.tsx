import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { call } from '#console-kit/calls/api.ts';
import { refresh } from '#console-kit/calls/queries.ts';
import { toast } from '#console-kit/dialog/toast.tsx';
import { WaitingBar } from '#console-kit/list/waiting-bar.tsx';
import { useProfile } from '#console-kit/session/rights.ts';
import { AllowedLink } from '#console-kit/session/allowed-link.tsx';
import { linkTo, useAddress } from '#console-kit/state/address.ts';
import { useFormats } from '#console-kit/text/format.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { checkRegeneration } from '#features/search-settings/publish-gate/publish-gate.contract.ts';
import { usePublishGate } from '#features/search-settings/publish-gate/publish-gate.panel.tsx';
import { readWaitingChanges } from './releases.contract.ts';
import { useRegenerate, useWaiting } from './regeneration-watch.tsx';
import { WaitingDrawer } from './waiting-drawer.tsx';

export { useRegenerate } from './regeneration-watch.tsx';

interface WaitingProps {
  /** Calls whose answers change once waiting changes go live. */
  readonly refreshes: readonly Pick<Endpoint, 'path'>[];
}

/** The bar of changes that wait for midnight. */
export function Waiting({ refreshes }: WaitingProps) {
  const t = useText();
  const [, change] = useAddress();
  const { name, surname } = useProfile();
  const { percent } = useFormats();
  const starting = useRegenerate();
  const waiting = useWaiting();
  const gate = usePublishGate({
    name: 'regenerate',
    check: (part, signal) => call(checkRegeneration, part, { signal }),
    draft: JSON.stringify(waiting?.rows),
    publishLabel: t('Regenerate'),
    publish(report) {
      starting.regenerate();
      if (report && report.changed.length > 0)
        toast({ text: t('{percent} of searches change.', { percent: percent(report.changedShare) }) });
    },
  });
  useFewer(waiting?.rows.length, [...refreshes, readWaitingChanges]);
  if (!waiting) return null;
  const { rows, run, time_zone: timeZone, next_midnight: midnight } = waiting;
  const isOwn = run?.user === `${name} ${surname}`.trim();
  return (
    <>
      <WaitingBar
        {...{ timeZone, midnight, run, isStarting: starting.isStarting, regenerate: gate.start }}
        count={rows.length}
        starter={isOwn ? null : (run?.user ?? null)}
        release={
          run?.release != null && (
            <AllowedLink needs="search" to={linkTo('/search-settings/releases', { release: run.release })}>
              {t('Show release')}
            </AllowedLink>
          )
        }
        showChanges={() => change({ waiting: 1 })}
      />
      <WaitingDrawer count={rows.length} regenerate={gate.start} />
      {gate.drawer}
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
