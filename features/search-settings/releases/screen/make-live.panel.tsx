import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { query } from '#ui/calls/queries.ts';
import { Status } from '#ui/page/status.tsx';
import { formats } from '#ui/text/format.ts';
import { readWaiting, type WaitingRow } from '#features/search-settings/releases/waiting.contract.ts';
import { toast, undoMs } from '#ui/calls/toast.ts';
import { useAddress } from '#ui/state/address.ts';
import { createStore } from '#ui/state/store.ts';
import { type LiveMoment, savedText } from '#ui/page/goes-live.ts';
import { t } from '#ui/text/i18n.ts';

/** In the address: `?gate=live`, on any screen. */
export const liveGate = 'live';

/** Words of the last plan that was cancelled here, for the next release of its changes. */
export const cancelledWords = createStore({ name: '', comment: '' });

type IsOwn = (row: WaitingRow) => boolean;

/** The changes of one *Save and publish*: if nothing else waits and visitors notice little, nobody is asked. */
export const ownChanges = createStore<{ readonly isOwn: IsOwn } | null>(null);

/** Opens the check of everything that waits. */
export function useMakeLive(): (isOwn?: IsOwn) => void {
  const [, change] = useAddress();
  return (isOwn) => {
    ownChanges.set(isOwn ? { isOwn } : null);
    change({ gate: liveGate, waiting: undefined });
  };
}

/** Says that something was saved and waits, and offers to make it live. */
export function useTellWaiting(): (moment: LiveMoment, text?: string, undo?: () => void) => void {
  const makeLive = useMakeLive();
  return (moment, text = savedText(moment), undo) =>
    toast({ text, action: { label: t('Publish'), run: () => makeLive() }, undo, durationMs: undoMs });
}

/** Marks rows that a planned release keeps from the next midnight. */
export function useHeldMark(source: string): (row: { readonly id: number }) => ReactNode {
  const { data } = useQuery(query(readWaiting, {}));
  return ({ id }) => {
    const row = data?.rows.find((one) => one.source === source && one.id === id && one.goes_live !== 'atMidnight');
    const plan = row && data?.planned.find((one) => one.id === row.planned);
    if (!row || !data) return null;
    return <Status kind="coming" label={plan ? formats.comingIn(plan.publish_at, data.time_zone) : t('Not live yet')} />;
  };
}
