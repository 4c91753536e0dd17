import { Group, Progress, Text, Title } from '@mantine/core';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { messageTexts } from '#contract/message-texts.ts';
import { useFormats } from '#console-kit/text/format.ts';
import { msg, useText } from '#console-kit/text/i18n.ts';
import { importSteps, type Import } from './imports.contract.ts';
import { CancelImportButton } from './cancel-import.tsx';
import { stepWords } from './import-steps.tsx';
import { Figure, Figures } from './import-figures.tsx';
import classes from './import.module.css';

interface ImportProgressProps {
  readonly feedId: number;
  readonly progress: Import;
  /** When the server told it, in epoch milliseconds. */
  readonly answeredAt: number;
}

/** A running import by its five steps, with counts, rate and time left. */
export function ImportProgress({ feedId, progress, answeredAt }: ImportProgressProps) {
  const t = useText();
  const formats = useFormats();
  const rate = useRate(progress.read_count, answeredAt);
  const { seconds_left: secondsLeft, read_count: readCount, received_bytes: received, total_bytes: total } = progress;
  return (
    <section className={classes.card} aria-busy="true">
      <Group justify="space-between" gap={8}>
        <Title order={2}>{t(titleOf(progress))}</Title>
        {secondsLeft !== null && (
          <Text size="sm" c="dimmed">
            {t('about {duration} left', { duration: formats.duration(secondsLeft) })}
          </Text>
        )}
      </Group>
      {progress.waits_for_room && <Text mt={8}>{t(messageTexts.diskFull)}</Text>}
      <Steps progress={progress} />
      <Figures>
        <Figure name={t('Items read')} value={formats.number(readCount)} />
        {rate !== null && <Figure name={t('Items a second')} value={formats.number(rate)} />}
        {received > 0 && (
          <Figure
            name={t('Received')}
            value={
              total === null
                ? formats.bytes(received)
                : t('{received} of {total}', { received: formats.bytes(received), total: formats.bytes(total) })
            }
          />
        )}
        {progress.error_count > 0 && <Figure name={t('Left out')} value={formats.number(progress.error_count)} />}
      </Figures>
      {progress.step !== 'publish' && <CancelImportButton feedId={feedId} />}
      <Text size="sm" c="dimmed" mt={16}>
        {t(
          'You can leave this page: the import goes on, and you are told when it is done. What was live before stays live until then.',
        )}
      </Text>
    </section>
  );
}

function titleOf({ state, waits_for_room: isWithoutRoom }: Import): string {
  if (isWithoutRoom) return msg('The import waits for room on the disk');
  return state === 'waiting' ? msg('The import waits for its turn') : msg('The import is running');
}

function Steps({ progress }: { readonly progress: Import }) {
  const t = useText();
  const at = progress.state === 'waiting' ? -1 : importSteps.indexOf(progress.step);
  return (
    <ol className={classes.steps}>
      {importSteps.map((step, index) => {
        const state = index < at ? 'done' : index === at ? 'current' : 'coming';
        const share = state === 'current' ? shareOf(progress) : null;
        return (
          <li key={step} className={classes.step} data-state={state} {...(state === 'current' && { 'aria-current': 'step' })}>
            <Progress
              size={6}
              value={state === 'done' ? 100 : state === 'coming' ? 0 : (share ?? 100)}
              animated={state === 'current' && share === null}
              aria-label={t(stepWords[step])}
            />
            <span className={classes.word}>
              {state === 'done' && <CircleCheck size={12} aria-hidden />}
              {t(stepWords[step])}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** From 0 to 100; null for steps whose end can't be foreseen. Items are checked while the feed still comes in. */
function shareOf({ step, received_bytes: received, total_bytes: total }: Import): number | null {
  const isStreaming = step === 'download' || step === 'read' || step === 'check';
  return isStreaming && total !== null && total > 0 ? Math.min(100, (received / total) * 100) : null;
}

const steadyAfterMs = 2_000;

/** Items a second since this was first seen; null until it is steady. */
function useRate(count: number, answeredAt: number): number | null {
  const [start] = useState({ count, at: answeredAt });
  const elapsedMs = answeredAt - start.at;
  return elapsedMs < steadyAfterMs ? null : Math.round(((count - start.count) / elapsedMs) * 1000);
}
