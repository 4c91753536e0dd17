import { Button, Group } from '@mantine/core';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { t } from '#ui/text/i18n.ts';

interface CopyButtonsProps {
  /** Undefined until it is known. */
  readonly count: number | undefined;
  readonly isDisabled: boolean;
  readonly isBusy?: boolean;
  readonly copy?: () => void;
  readonly close: () => void;
}

export function CopyButtons({ count, isDisabled, isBusy = false, copy, close }: CopyButtonsProps) {
  const block = useSavingBlock();
  return (
    <Group justify="flex-end" gap={8}>
      <Button variant="default" onClick={close}>
        {t('Cancel')}
      </Button>
      <Button disabled={isDisabled || block !== undefined} title={block} loading={isBusy} onClick={copy}>
        {count === 0 ? t('Nothing to copy') : t('Copy {count} rows', { count: count ?? 0 })}
      </Button>
    </Group>
  );
}
