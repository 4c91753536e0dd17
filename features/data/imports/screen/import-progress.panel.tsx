import { Button, Group, Progress, Text, Title } from '@mantine/core';
import { CircleCheck, CircleX } from 'lucide-react';
import { useState } from 'react';
import { messageTexts } from '#contract/texts/message-texts.ts';
import { formats } from '#ui/text/format.ts';
import { msg, t } from '#ui/text/i18n.ts';
import { cancelImport, type Import } from '#features/data/imports/imports.contract.ts';
import { Figure, Figures } from './import-state.panel.tsx';
import classes from './import.module.css';
import { confirm } from '#ui/dialog/confirm.tsx';
import { useAction } from '#ui/calls/queries.ts';

interface ImportProgressProps {
  readonly feedId: number;
  readonly progress: Import;
  readonly answeredAt: number;
  readonly isFirst: boolean;
}

export function ImportProgress({ feedId, progress, answeredAt, isFirst }: ImportProgressProps) {
  const rate = useRate(progress.read_count, answeredAt);
  const left = useTimeLeft(progress);
  return (
    <section className={classes.card} aria-busy="true">
      <Group justify="space-between" gap={8}>
        <Title order={2}>{t(titleOf(progress))}</Title>
        {left !== null && (
          <Text size="sm" c="dimmed">
            {left}
          </Text>
        )}
      </Group>
      {progress.waits_for_room && <Text mt={8}>{t(messageTexts.diskFull)}</Text>}
      <Stages progress={progress} />
      <Figures>
        <Figure name={t('Items read')} value={progress.read_count === 0 ? '–' : formats.number(progress.read_count)} />
        {rate !== null && <Figure name={t('Items a second')} value={formats.number(rate)} />}
        {progress.error_count > 0 && <Figure name={t('Skipped items')} value={formats.number(progress.error_count)} />}
      </Figures>
      {progress.step !== 'publish' && <CancelImportButton feedId={feedId} />}
      <Text size="sm" c="dimmed" mt={16}>
        {t('You can leave this page; you’ll be notified.')} {!isFirst && t("Live items don't change until then.")}
      </Text>
    </section>
  );
}

function titleOf({ state, waits_for_room: isWithoutRoom }: Import): string {
  if (isWithoutRoom) return msg('The import waits for room on the disk');
  return state === 'waiting' ? msg('Queued') : msg('Importing');
}

const almostDoneSeconds = 2;

function useTimeLeft({ seconds_left: seconds }: Import): string | null {
  if (seconds === null) return null;
  return seconds < almostDoneSeconds ? t('almost done') : t('about {duration} left', { duration: formats.duration(seconds) });
}

/** A feed is fetched, read and checked in one pass. */
const stages = [
  { steps: ['download', 'read', 'check'], word: msg('Reading') },
  { steps: ['build'], word: msg('Building') },
  { steps: ['publish'], word: msg('Publishing') },
] as const satisfies readonly { readonly steps: readonly Import['step'][]; readonly word: string }[];

function Stages({ progress }: { readonly progress: Import }) {
  const isOf = (steps: readonly Import['step'][]) => steps.includes(progress.step);
  const at = progress.state === 'waiting' ? -1 : stages.findIndex(({ steps }) => isOf(steps));
  return (
    <ol className={classes.steps}>
      {stages.map(({ word }, index) => {
        const state = index < at ? 'done' : index === at ? 'current' : 'coming';
        const share = state === 'current' && index === 0 ? shareOf(progress) : null;
        return (
          <li key={word} className={classes.step} data-state={state} {...(state === 'current' && { 'aria-current': 'step' })}>
            <Progress
              size={6}
              value={state === 'done' ? 100 : state === 'coming' ? 0 : (share ?? 100)}
              animated={state === 'current' && share === null}
              aria-label={t(word)}
            />
            <span className={classes.word}>
              {state === 'done' && <CircleCheck size={12} aria-hidden />}
              {t(word)}
              {state === 'current' && index === 0 && <Received progress={progress} />}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function Received({ progress: { received_bytes: received, total_bytes: total } }: { readonly progress: Import }) {
  if (received === 0) return null;
  const shown =
    total === null
      ? formats.bytes(received)
      : t('{received} of {total}', { received: formats.bytes(received), total: formats.bytes(total) });
  return <span className={classes.received}>{shown}</span>;
}

const shareOf = ({ received_bytes: received, total_bytes: total }: Import): number | null =>
  total !== null && total > 0 ? Math.min(100, (received / total) * 100) : null;

const steadyAfterMs = 2_000;

/** Null until it is steady. */
function useRate(count: number, answeredAt: number): number | null {
  const [start] = useState({ count, at: answeredAt });
  const elapsedMs = answeredAt - start.at;
  return elapsedMs < steadyAfterMs ? null : Math.round(((count - start.count) / elapsedMs) * 1000);
}

function CancelImportButton({ feedId }: { readonly feedId: number }) {
  const cancel = useAction(cancelImport, {
    refreshes: 'everything',
    done: t("The import was cancelled. Live items don't change."),
  });
  const askAndCancel = async () => {
    const text = t("Progress is discarded. Live items don't change.");
    const isSure = await confirm({ title: t('Cancel import?'), text, confirmLabel: t('Cancel import'), isDanger: true });
    if (isSure) cancel.mutate({ id: feedId });
  };
  return (
    <Button
      mt={16}
      size="xs"
      variant="default"
      leftSection={<CircleX size={14} aria-hidden />}
      loading={cancel.isPending}
      onClick={() => void askAndCancel()}
    >
      {t('Cancel import')}
    </Button>
  );
}
