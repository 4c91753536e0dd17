import { Button, Progress, Text, Title } from '@mantine/core';
import { CircleCheck, CircleX } from 'lucide-react';
import { messageTexts } from '#contract/texts/message-texts.ts';
import { cancelImport, type Import } from '#features/data/imports/imports.contract.ts';
import { useAction } from '#ui/calls/queries.ts';
import { confirm } from '#ui/dialog/confirm.tsx';
import { formats } from '#ui/text/format.ts';
import { msg, t } from '#ui/text/i18n.ts';
import classes from './import.module.css';

interface ImportProgressProps {
  readonly feedId: number;
  readonly progress: Import;
  readonly isFirst: boolean;
}

export function ImportProgress({ feedId, progress, isFirst }: ImportProgressProps) {
  const { state, step, waits_for_room: isWithoutRoom, read_count: read, error_count: skipped } = progress;
  return (
    <section className={classes.card} aria-busy="true">
      <Title order={2}>{state === 'waiting' ? t('Queued') : t('Importing')}</Title>
      {isWithoutRoom && <Text mt={8}>{t(messageTexts.diskFull)}</Text>}
      <Stages progress={progress} />
      {read > 0 && (
        <Text mt={16}>
          {t('{count} items read', { count: read })}
          {skipped > 0 && `, ${t('{count} skipped', { count: skipped })}`}
        </Text>
      )}
      {step !== 'publish' && <CancelImportButton feedId={feedId} />}
      <Text size="sm" c="dimmed" mt={16}>
        {t('You can leave this page; you’ll be notified.')} {!isFirst && t("Live items don't change until then.")}
      </Text>
    </section>
  );
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
