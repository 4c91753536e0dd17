import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { refresh } from '#ui/calls/queries.ts';
import { WaitingBar } from './waiting-bar.tsx';
import { useProfile } from '#ui/state/rights.ts';
import { AllowedLink } from '#ui/page/allowed-link.tsx';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { readWaitingChanges } from '#features/search-settings/releases/releases.contract.ts';
import { useRegenerationGate } from './regeneration-gate.tsx';
import { useWaiting } from './regeneration-watch.tsx';
import { WaitingDrawer } from './waiting-drawer.tsx';

export { RegenerationGate, useRegenerate } from './regeneration-gate.tsx';

interface WaitingProps {
  /** Calls whose answers change once waiting changes go live. */
  readonly refreshes: readonly Pick<Endpoint, 'path'>[];
}

export function Waiting({ refreshes }: WaitingProps) {
  const [, change] = useAddress();
  const { name, surname } = useProfile();
  const waiting = useWaiting();
  const gate = useRegenerationGate(waiting?.rows);
  useFewer(waiting?.rows.length, [...refreshes, readWaitingChanges]);
  if (!waiting) return null;
  const { rows, run, time_zone: timeZone, next_midnight: midnight } = waiting;
  const isOwn = run?.user === `${name} ${surname}`.trim();
  return (
    <>
      <WaitingBar
        {...{ timeZone, midnight, run, isStarting: gate.isStarting, regenerate: gate.start }}
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
