import { Button, Group, Text } from '@mantine/core';
import { useId } from 'react';
import { confirm } from '#ui/dialog/confirm.tsx';
import { useAllowed } from '#ui/state/rights.ts';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { type Translate, t } from '#ui/text/i18n.ts';

interface GateButtonsProps {
  readonly publishLabel: string;
  readonly publish: () => void;
  readonly close: () => void;
  /** It was clicked, and the drawer is on its way out. */
  readonly isGoing: boolean;
  /** Check items that would turn red. They stop everybody but owners and administrators, who are asked once more. */
  readonly redCount: number;
}

export function GateButtons({ publishLabel, publish, close, isGoing, redCount }: GateButtonsProps) {
  const block = useSavingBlock();
  const mayOverrule = useAllowed('owner');
  const reasonId = useId();
  const isStopped = redCount > 0;
  const publishAnyway = async () => {
    if (await confirm({ ...redQuestion(t, redCount), text: t('Whoever may see check items is alerted then.') })) publish();
  };
  return (
    <>
      {isStopped && !mayOverrule && (
        <Text id={reasonId} size="sm" c="dimmed" ta="right">
          {t('Owners and administrators may publish anyway.')}
        </Text>
      )}
      <Group justify="flex-end" mt={8}>
        {isStopped && mayOverrule && (
          <Button
            variant="subtle"
            color="red"
            loading={isGoing}
            disabled={block !== undefined}
            onClick={() => void publishAnyway()}
          >
            {t('Publish anyway')}
          </Button>
        )}
        <Button variant="default" onClick={close}>
          {t('Back to editing')}
        </Button>
        <Button
          onClick={publish}
          loading={isGoing && !isStopped}
          disabled={block !== undefined || isStopped}
          title={block}
          {...(isStopped && !mayOverrule && { 'aria-describedby': reasonId })}
        >
          {publishLabel}
        </Button>
      </Group>
    </>
  );
}

/** What owners are asked before they publish all the same. */
export const redQuestion = (t: Translate, redCount: number) => ({
  title: t('Publish with {count} red check items?', { count: redCount }),
  confirmLabel: t('Publish anyway'),
  cancelLabel: t('Back to editing'),
  isDanger: true,
});
