import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#ui/calls/api.ts';
import { CallError } from '#ui/calls/call-error.ts';
import { refreshEverything } from '#ui/calls/queries.ts';
import { confirm } from '#ui/dialog/confirm.tsx';
import { toast, undoMs } from '#ui/calls/toast.ts';
import type { ReleasedKind } from '#ui/releases/released-kind.ts';
import { errorText } from '#ui/calls/error-text.ts';
import { t } from '#ui/text/i18n.ts';
import {
  listReleases,
  previewRestore,
  type Release,
  restoreRelease,
  type Staying,
} from '#features/search-settings/releases/releases.contract.ts';
import { RestoreQuestion } from './restore-question.tsx';

export interface Restoring {
  readonly number: number;
  /** null for all rows. */
  readonly rule: { readonly source: string; readonly id: number } | null;
  readonly title: string;
  /** The verb with its object. */
  readonly yes: string;
}

/** Shown when nothing was restored. */
export type RestoreNotice =
  | { readonly kind: 'nothing'; readonly staying: readonly Staying[] }
  /** Another release went live between the question and the answer. */
  | { readonly kind: 'conflict'; readonly newest: Release; readonly askAgain: () => void };

interface RestoreState {
  readonly restore: (wanted: Restoring) => Promise<void>;
  readonly isBusy: boolean;
  readonly notice: RestoreNotice | null;
}

export function useRestore(kinds: readonly ReleasedKind[]): RestoreState {
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const [notice, setNotice] = useState<RestoreNotice | null>(null);

  const busyWith = async <Done,>(work: Promise<Done>): Promise<Done> => {
    setIsBusy(true);
    return work.finally(() => setIsBusy(false));
  };
  const attempt = (work: () => Promise<void>): Promise<void> =>
    work().catch((error: unknown) => toast({ text: errorText(error), kind: 'failure' }));

  const send = async (number: number, rule: Restoring['rule'], live: number): Promise<Release> => {
    const restored = await busyWith(call(restoreRelease, { number, rule, live_number: live }));
    await refreshEverything(client);
    return restored;
  };

  const undo = (before: number, made: number) =>
    attempt(async () => {
      await send(before, null, made);
      toast({ text: t('Release {number} is live again.', { number: String(before) }) });
    });

  const restore = async (wanted: Restoring): Promise<void> => {
    const { number, rule, title, yes } = wanted;
    setNotice(null);
    const preview = await busyWith(call(previewRestore, { number, ...rule }));
    if (Object.keys(preview.counts).length === 0) return setNotice({ kind: 'nothing', staying: preview.staying });
    const text = <RestoreQuestion kinds={kinds} preview={preview} />;
    if (!(await confirm({ title, text, confirmLabel: yes }))) return;
    try {
      const made = await send(number, rule, preview.live_number);
      toast({
        text: rule
          ? t('Restored. Live now, release {number}.', { number: String(made.number) })
          : t('Release {number} is live again as {made}.', { number: String(number), made: String(made.number) }),
        action: { label: t('Undo'), run: () => void undo(preview.live_number, made.number) },
        durationMs: undoMs,
      });
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'releaseMeanwhile') throw error;
      const { items } = await call(listReleases, { per_page: 1 });
      await refreshEverything(client);
      if (items[0]) setNotice({ kind: 'conflict', newest: items[0], askAgain: () => void attempt(() => restore(wanted)) });
    }
  };

  return { restore: (wanted) => attempt(() => restore(wanted)), isBusy, notice };
}
