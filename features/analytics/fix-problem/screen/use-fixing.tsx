import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { call } from '#ui/calls/api.ts';
import { refreshEverything } from '#ui/calls/queries.ts';
import { orToast, toast, undoMs } from '#ui/calls/toast.ts';
import { forgetUnsaved } from '#ui/state/unsaved.ts';
import { errorText } from '#ui/calls/error-text.ts';
import { t } from '#ui/text/i18n.ts';
import { useRegenerate } from '#features/search-settings/releases/screen/waiting.panel.tsx';
import {
  acceptFixes,
  dismissQueries,
  type Fix,
  type readProblem,
  reopenQueries,
} from '#features/analytics/fix-problem/fix-problem.contract.ts';

interface FixingOptions {
  readonly problem: Pick<OutputOf<typeof readProblem>, 'query' | 'changed_at'>;
  readonly c: number;
  readonly done: () => void;
}

/** Ignores clicks while a change is running. */
export function useFixing({ problem: { query, changed_at: seen }, c, done }: FixingOptions) {
  const client = useQueryClient();
  const regenerate = useRegenerate();
  const dismissal = useDismissal();
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const underWay = useRef(false);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);
  const goOn = () => {
    if (isShown.current) done();
  };
  const once = async (work: () => Promise<void>) => {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast({ text: errorText(error), kind: 'failure' });
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };

  const accept = (fix: Fix) =>
    once(async () => {
      setRefused(null);
      const { fixed, changed, refused: reasons } = await call(acceptFixes, { c, fixes: [{ query, seen, fix }] });
      const [reason] = reasons;
      if (reason) return setRefused(reason.message);
      forgetUnsaved();
      const [one] = fixed;
      if (changed.length > 0) toast({ text: t('Somebody has fixed or dismissed it meanwhile.'), kind: 'failure' });
      else if (one?.waits_for_midnight === true)
        toast({ text: t('Saved. Waits for midnight.'), action: { label: t('Regenerate'), run: regenerate }, durationMs: undoMs });
      else toast({ text: t('Saved. Live now.') });
      goOn();
      await refreshEverything(client);
    });

  const dismiss = () =>
    once(async () => {
      forgetUnsaved();
      if (await dismissal([{ query, seen }])) goOn();
    });

  return { accept, dismiss, isBusy, refused };
}

interface SeenQuery {
  readonly query: string;
  readonly seen: number | null;
}

/** Dismisses queries and offers *Undo*. Returns whether any query was unchanged. */
export function useDismissal(): (queries: readonly SeenQuery[]) => Promise<boolean> {
  const client = useQueryClient();
  const reopen = (queries: readonly string[]) =>
    orToast(async () => {
      await call(reopenQueries, { queries: [...queries] });
      await refreshEverything(client);
    });
  return async (queries) => {
    const dismissed = (await call(dismissQueries, { queries: [...queries] })).queries.map(({ query }) => query);
    if (dismissed.length === 0) toast({ text: t('Somebody has fixed or dismissed it meanwhile.'), kind: 'failure' });
    else
      toast({
        text: t('{count} queries were dismissed.', { count: dismissed.length }),
        action: { label: t('Undo'), run: () => void reopen(dismissed) },
        durationMs: undoMs,
      });
    void refreshEverything(client);
    return dismissed.length > 0;
  };
}
