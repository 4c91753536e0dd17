import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '#ui/text/i18n.ts';
import { ActionButtons } from './action-buttons.tsx';
import type { RowAction } from './row-actions.tsx';
import type { Selection } from './selection.ts';
import classes from './bulk-bar.module.css';

interface BulkBarProps {
  readonly selection: Selection;
  readonly actions: readonly RowAction[];
  readonly all: { readonly count: number; readonly choose: () => Promise<void> };
}

/** Instead of the toolbar while rows are chosen: how many, and what can be done with them. */
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

/** Once all rows of a page are chosen, others may be meant, too. Cards have no box for those of a page, so there it is offered at once. */
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
