import { Button, Group, Modal, Stack } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { maximumCuratedItems } from '#contract/limits.ts';
import { NumberField } from '#ui/form/number-field.tsx';
import { t } from '#ui/text/i18n.ts';

interface PinDialogProps {
  readonly name: string;
  /** From 1. */
  readonly place: number;
  readonly pin: (place: number) => void;
  readonly close: () => void;
}

export function PinDialog({ name, place, pin, close }: PinDialogProps) {
  const [typed, setTyped] = useState<number | string>(place);
  const isPlace = typeof typed === 'number' && Number.isInteger(typed) && typed >= 1 && typed <= maximumCuratedItems;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isPlace) return;
    pin(typed);
    close();
  };
  return (
    <Modal opened onClose={close} title={t('Pin “{name}”', { name })} size={400} closeButtonProps={{ 'aria-label': t('Close') }}>
      <form onSubmit={submit} noValidate>
        <Stack gap={16}>
          <NumberField
            label={t('Place in the results')}
            description={t('It stays there, whatever is ranked before it.')}
            value={typed}
            onChange={setTyped}
            min={1}
            max={maximumCuratedItems}
            decimals={0}
            isNeeded
            data-autofocus
          />
          <Group gap={8} justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('Cancel')}
            </Button>
            <Button type="submit" disabled={!isPlace}>
              {t('Pin')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
