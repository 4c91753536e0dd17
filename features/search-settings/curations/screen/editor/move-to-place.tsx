import { Button, Group, Modal, Stack } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { NumberField } from '#ui/form/number-field.tsx';
import { t } from '#ui/text/i18n.ts';

interface MoveToPlaceProps {
  readonly name: string;
  readonly places: number;
  /** From 1; 0 if it isn't promoted. */
  readonly place: number;
  readonly move: (place: number) => void;
  readonly close: () => void;
}

export function MoveToPlace({ name, places, place, move, close }: MoveToPlaceProps) {
  const [wanted, setWanted] = useState<number | string>(place === 0 ? 1 : place);
  const isPlace = typeof wanted === 'number' && wanted >= 1 && wanted <= places;
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPlace) return;
    move(wanted);
    close();
  };
  return (
    <Modal opened onClose={close} size={400} title={t('Move “{name}”', { name })} closeButtonProps={{ 'aria-label': t('Close') }}>
      <form onSubmit={submit}>
        <Stack gap={16}>
          <NumberField
            label={t('Place')}
            description={t('From 1 to {last}', { last: places })}
            min={1}
            max={places}
            decimals={0}
            isNeeded
            value={wanted}
            onChange={setWanted}
            data-autofocus
          />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={close}>
              {t('Cancel')}
            </Button>
            <Button type="submit" disabled={!isPlace}>
              {t('Move')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
