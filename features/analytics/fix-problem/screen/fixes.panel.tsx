import type { ScreenPath } from '#ui/state/address.ts';
import { Skeleton, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Translate, msg, t } from '#ui/text/i18n.ts';
import {
  type Evidence,
  type Fix,
  type FixKind,
  type Proposal,
  acceptFixes,
  dismissQueries,
  type readProblem,
  reopenQueries,
  undoFixes,
} from '#features/analytics/fix-problem/fix-problem.contract.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { maximumPageSize } from '#contract/page.ts';
import { call } from '#ui/calls/api.ts';
import { refreshEverything } from '#ui/calls/queries.ts';
import { orToast, toast } from '#ui/calls/toast.ts';
import { savedText } from '#ui/page/goes-live.ts';
import { forgetUnsaved } from '#ui/state/unsaved.ts';
import { useTellWaiting } from '#features/search-settings/releases/screen/make-live.panel.tsx';

export const fixNames: Readonly<Record<FixKind, { readonly name: string; readonly add: string; readonly path: ScreenPath }>> = {
  synonym: { name: msg('Synonym'), add: msg('Add synonym'), path: '/search-settings/synonyms' },
  fixit: { name: msg('Replacing term'), add: msg('Add replacing term'), path: '/search-settings/fixit' },
  curation: { name: msg('Curation'), add: msg('Add curation'), path: '/search-settings/curations/edit' },
};

export const isAddress = ({ kind, to: [to = ''] }: Fix): boolean => kind === 'fixit' && /^https?:\/\//i.test(to);

/** `→ refrigerator`, `3 items`. */
export const fixText = (t: Translate, { kind, to }: Fix): string =>
  kind === 'curation' ? t('{count} chosen items', { count: to.length }) : `→ ${to.join(', ')}`;

const evidenceTexts: Readonly<Record<Evidence['kind'], (t: Translate, count: number) => string>> = {
  spelling: (t, count) => t('{count} letters differ.', { count }),
  diacritics: (t) => t('Same without diacritics.'),
  keyboard: (t) => t('Typed with the wrong keyboard.'),
  compound: (t) => t('Written apart or together.'),
  next: (t, count) => t('{count} visitors searched it next in 30 days.', { count }),
  related: (t, count) => t('{count} visitors searched it next and chose an item.', { count }),
  clicked: (t, count) => t('Clicked after this query {count} times in 30 days.', { count }),
};

export const evidenceText = (t: Translate, { kind, count }: Evidence): string => evidenceTexts[kind](t, count ?? 0);

/** The best proposal; null if there is none, undefined while loading. */
export function ProposalCell({ proposal }: { readonly proposal: Proposal | null | undefined }) {
  if (proposal === undefined) return <Skeleton height={12} width={140} aria-hidden />;
  if (proposal === null) return '–';
  const items = proposal.fix.kind === 'curation' ? '' : ` · ${t('{count} items', { count: proposal.total_count })}`;
  const text = `${fixText(t, proposal.fix)}${items}`;
  return (
    <Text span inherit truncate maw={280} display="inline-block" style={{ verticalAlign: 'bottom' }} title={text}>
      {text}
    </Text>
  );
}

interface FixingOptions {
  readonly problem: Pick<OutputOf<typeof readProblem>, 'query' | 'changed_at'>;
  readonly c: number;
  readonly done: () => void;
}

/** Ignores clicks while a change is running. */
export function useFixing({ problem: { query, changed_at: seen }, c, done }: FixingOptions) {
  const client = useQueryClient();
  const tellFixed = useTellFixed();
  const dismissal = useDismissal();
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);
  const goOn = () => {
    if (isShown.current) done();
  };
  const underWay = useRef(false);
  const once = async (work: () => Promise<void>) => {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    await orToast(work);
    underWay.current = false;
    setBusy(false);
  };

  const accept = (fix: Fix) =>
    once(async () => {
      setRefused(null);
      const { fixed, changed, refused: reasons } = await call(acceptFixes, { c, fixes: [{ query, seen, fix }] });
      const [reason] = reasons;
      if (reason) return setRefused(reason.message);
      forgetUnsaved();
      if (changed.length > 0) toast({ text: t('Already fixed or dismissed.'), kind: 'failure' });
      tellFixed(fixed);
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

type Fixed = OutputOf<typeof acceptFixes>['fixed'];

export function* parts<One>(all: readonly One[]): Generator<readonly One[]> {
  for (let at = 0; at < all.length; at += maximumPageSize) yield all.slice(at, at + maximumPageSize);
}

/** Offers *Undo*, and *Publish* where rules wait. */
export function useTellFixed(): (fixed: Fixed) => void {
  const client = useQueryClient();
  const tellWaiting = useTellWaiting();
  const undo = (fixed: Fixed) =>
    orToast(async () => {
      let left = fixed.length;
      for (const some of parts(fixed)) {
        const fixes = some.map(({ query, changed_at: seen, release }) => ({ query, seen, release }));
        left -= (await call(undoFixes, { fixes })).queries.length;
      }
      await refreshEverything(client);
      if (left > 0) toast({ text: t('{count} fixes stay: somebody has changed them.', { count: left }), kind: 'failure' });
    });
  return (fixed) => {
    if (fixed.length === 0) return;
    const run = () => void undo(fixed);
    const text = fixed.length > 1 ? t('{count} queries were fixed.', { count: fixed.length }) : undefined;
    if (fixed.some(({ release }) => release === null)) tellWaiting('atMidnight', text, run);
    else toast({ text: text ?? savedText('atOnce'), undo: run });
  };
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
  const dismiss = async (queries: readonly SeenQuery[]) => {
    const dismissed = (await call(dismissQueries, { queries: [...queries] })).queries.map(({ query }) => query);
    if (dismissed.length === 0) toast({ text: t('Already fixed or dismissed.'), kind: 'failure' });
    else
      toast({
        text: t('{count} queries were dismissed.', { count: dismissed.length }),
        undo: () => void reopen(dismissed),
      });
    return dismissed.length > 0;
  };
  const running = useRef(new Map<string, Promise<boolean>>());
  // A double click dismisses once: the row stays until the list is refreshed.
  return (queries) => {
    const key = JSON.stringify(queries);
    const before = running.current.get(key);
    if (before !== undefined) return before;
    const dismissal = dismiss(queries);
    running.current.set(key, dismissal);
    const renewed = dismissal.then(
      () => refreshEverything(client),
      () => undefined,
    );
    void renewed.finally(() => running.current.delete(key));
    return dismissal;
  };
}
