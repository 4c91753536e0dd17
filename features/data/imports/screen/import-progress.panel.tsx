import { Button, Progress, Text, Title } from '@mantine/core';
import { CircleX } from 'lucide-react';
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
      {state !== 'waiting' && <Step progress={progress} />}
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
const stepWords: Readonly<Record<Import['step'], string>> = {
  download: msg('Reading'),
  read: msg('Reading'),
  check: msg('Reading'),
  build: msg('Building'),
  publish: msg('Publishing'),
};

function Step({ progress }: { readonly progress: Import }) {
  const { step, received_bytes: received, total_bytes: total } = progress;
  const word = t(stepWords[step]);
  const share = step === 'build' || step === 'publish' ? null : shareOf(progress);
  return (
    <>
      <Progress mt={16} size={6} value={share ?? 100} animated={share === null} aria-label={word} />
      <Text size="sm" mt={8}>
        {word}
        {share !== null && ` ${t('{place} of {total}', { place: formats.bytes(received), total: formats.bytes(total ?? 0) })}`}
      </Text>
    </>
  );
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
    const isSure = await confirm({
      title: t('Cancel import?'),
      text,
      confirmLabel: t('Cancel import'),
      cancelLabel: t('Back'),
      isDanger: true,
    });
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
