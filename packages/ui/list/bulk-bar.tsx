import { Button, Group, Text } from '@mantine/core';
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import { t } from '#ui/text/i18n.ts';
import { ActionButtons, type RowAction } from './row-actions.tsx';
import type { Selection } from './selection.ts';
import classes from './bulk-bar.module.css';

interface BulkBarProps {
  readonly selection: Selection;
  readonly actions: readonly RowAction[];
  readonly all: { readonly count: number; readonly choose: () => Promise<void> };
}

export function BulkBar({ selection: { ids, areAllShown, isChoosing, clear }, actions, all }: BulkBarProps) {
  return (
    <Group className={classes.bar} gap={8} role="toolbar" aria-label={t('Selected rows')}>
      <Text size="sm" fw={600} role="status" className={classes.count}>
        {t('{n} selected', { n: ids.size })}
      </Text>
      {(areAllShown || isChoosing) && all.count > ids.size && <ChooseAll all={all} />}
      <ActionButtons actions={actions} areOff={ids.size === 0} />
      <Button variant="subtle" color="gray" size="xs" onClick={clear}>
        {t('Clear')}
      </Button>
    </Group>
  );
}

/** Offered once the page is selected, or at once on a phone. */
function ChooseAll({ all: { count, choose } }: Pick<BulkBarProps, 'all'>) {
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    await choose();
    setBusy(false);
  };
  return (
    <Button variant="subtle" size="xs" loading={isBusy} onClick={() => void run()}>
      {t('Select all {count} rows', { count })}
    </Button>
  );
}

export function SelectButton({ selection }: { readonly selection: Selection }) {
  return (
    <Button
      className={classes.select}
      variant="default"
      leftSection={<ListChecks size={16} aria-hidden />}
      onClick={selection.startChoosing}
    >
      {t('Select')}
    </Button>
  );
}
