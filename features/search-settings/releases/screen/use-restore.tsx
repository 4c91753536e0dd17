import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Alert, List, Stack, Text } from '@mantine/core';
import { Info } from 'lucide-react';
import { keptReleaseDays } from '#contract/limits.ts';
import { call } from '#ui/calls/api.ts';
import { refreshEverything } from '#ui/calls/queries.ts';
import { confirm } from '#ui/dialog/confirm.tsx';
import { toast } from '#ui/calls/toast.ts';
import { type ReleasedKind, kindOf, rowName } from '#ui/releases/released-kind.ts';
import { errorText } from '#ui/calls/error-text.ts';
import { t, msg } from '#ui/text/i18n.ts';
import {
  previewRestore,
  type Release,
  restoreRelease,
  type Staying,
  type RestorePreview,
} from '#features/search-settings/releases/releases.contract.ts';
import { CollectionName } from './release-change.tsx';
import { ReleaseChanges } from './release-changes.tsx';
import { countOfAll } from './release-words.tsx';
import classes from './releases.module.css';

const reasons = {
  collectionGone: msg('Its collection no longer exists.'),
  taken: msg('Another rule has taken its place.'),
  unreadable: msg('It is too old to read.'),
  fixed: msg('Isn’t part of releases, so it stays as it is.'),
} as const satisfies Record<Staying['reason'], string>;

interface RestoreQuestionProps {
  readonly kinds: readonly ReleasedKind[];
  readonly wanted: Restoring;
  readonly preview: RestorePreview;
}

function effectOf({ kinds, wanted: { number, rule }, preview: { counts, changes } }: RestoreQuestionProps): string {
  const [change] = changes;
  if (rule === null || change === undefined)
    return t('This undoes {count} later changes. You can restore them, too.', { count: countOfAll(counts) });
  const name = rowName(t, kindOf(kinds, change.source), change);
  if (change.kind === 'deleted') return t('This takes “{name}” out of live search. Later changes stay.', { name });
  if (change.kind === 'added') return t('This brings “{name}” back to live search. Later changes stay.', { name });
  return t('This puts “{name}” back as it was in release {number}. Later changes of other rules stay.', {
    name,
    number: String(number),
  });
}

function RestoreQuestion(props: RestoreQuestionProps) {
  const { kinds, preview } = props;
  const { counts, changes, staying, lost_count: lost } = preview;
  return (
    <Stack gap={12}>
      <Text size="sm">{effectOf(props)}</Text>
      {lost > 0 && (
        <Text size="sm" c="var(--aisle-waiting)">
          {t('{count} changes that wait to go live are replaced.', { count: lost })}
        </Text>
      )}
      <div className={classes.asked}>
        <ReleaseChanges kinds={kinds} counts={counts} changes={changes} />
      </div>
      <StayingRows kinds={kinds} staying={staying} />
    </Stack>
  );
}

interface NothingProps {
  readonly kinds: readonly ReleasedKind[];
  readonly staying: readonly Staying[];
}

/** Shown where there was nothing to restore. */
export const Nothing = ({ kinds, staying }: NothingProps) => (
  <Alert role="alert" icon={<Info size={18} aria-hidden />}>
    {staying.length === 0 ? (
      <Text size="sm">{t('It is live like that already.')}</Text>
    ) : (
      <StayingRows kinds={kinds} staying={staying} />
    )}
  </Alert>
);

function StayingRows({ kinds, staying }: { readonly kinds: readonly ReleasedKind[]; readonly staying: readonly Staying[] }) {
  if (staying.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600}>
        {t('{count} stay as they are', { count: staying.length })}
      </Text>
      <List size="sm" className={classes.asked ?? ''}>
        {staying.map((row) => (
          <List.Item key={`${row.source} ${row.id}`}>
            {rowName(t, kindOf(kinds, row.source), row)} <CollectionName id={row.collection_id} />
            {' – '}
            {t(reasons[row.reason])}
          </List.Item>
        ))}
      </List>
    </div>
  );
}

export interface Restoring {
  readonly number: number;
  readonly rule: { readonly source: string; readonly id: number } | null;
  readonly undoes?: number;
  readonly title: string;
  readonly yes: string;
}

export function wholeRelease(number: number): Restoring {
  const named = { number: String(number) };
  return { number, rule: null, title: t('Restore release {number}?', named), yes: t('Restore release {number}', named) };
}

export const onlyRecord = (): string => t('Kept as a record only (older than {count} days).', { count: keptReleaseDays });

export function whyNotRestored({ is_live: isLive, can_restore: can }: Pick<Release, 'is_live' | 'can_restore'>) {
  if (isLive) return t('This release is live.');
  return can ? undefined : onlyRecord();
}

interface RestoreState {
  readonly restore: (wanted: Restoring) => Promise<void>;
  readonly isBusy: boolean;
  /** Rows that stay as they are, where restoring would change nothing. */
  readonly nothing: readonly Staying[] | null;
}

export function useRestore(kinds: readonly ReleasedKind[]): RestoreState {
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const [nothing, setNothing] = useState<readonly Staying[] | null>(null);

  const busyWith = async <Done,>(work: Promise<Done>): Promise<Done> => {
    setIsBusy(true);
    return work.finally(() => setIsBusy(false));
  };
  const attempt = (work: () => Promise<void>): Promise<void> =>
    work().catch((error: unknown) => toast({ text: errorText(error), kind: 'failure' }));

  type Sent = Pick<Restoring, 'number' | 'rule' | 'undoes'>;
  const send = async ({ number, rule, undoes }: Sent, live: number): Promise<Release> => {
    try {
      return await busyWith(call(restoreRelease, { number, rule, undoes, live_number: live }));
    } finally {
      await refreshEverything(client);
    }
  };

  const undo = (before: number, made: number) =>
    attempt(async () => {
      await send({ number: before, rule: null }, made);
      toast({ text: t('Release {number} restored.', { number: String(before) }) });
    });

  const restore = async (wanted: Restoring): Promise<void> => {
    const { number, rule, title, yes } = wanted;
    setNothing(null);
    const preview = await busyWith(call(previewRestore, { number, ...rule }));
    if (Object.keys(preview.counts).length === 0) return setNothing(preview.staying);
    const text = <RestoreQuestion kinds={kinds} wanted={wanted} preview={preview} />;
    if (!(await confirm({ title, text, confirmLabel: yes }))) return;
    const made = await send(wanted, preview.live_number);
    toast({
      text: rule
        ? t('Restored. Live now, release {number}.', { number: String(made.number) })
        : t('Release {number} restored as release {made}.', { number: String(number), made: String(made.number) }),
      undo: () => void undo(preview.live_number, made.number),
    });
  };

  return { restore: (wanted) => attempt(() => restore(wanted)), isBusy, nothing };
}
