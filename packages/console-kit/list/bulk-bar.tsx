import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#console-kit/text/i18n.ts';
import type { RowAction } from './row-actions.tsx';
import { RowQuestion } from './row-question.tsx';
import type { Selection } from './selection.ts';
import classes from './bulk-bar.module.css';

interface BulkBarProps {
  readonly selection: Selection;
  readonly actions: readonly RowAction[];
  /** All rows that the list has on its pages. */
  readonly all: { readonly count: number; readonly choose: () => Promise<void> };
}

/** Instead of the toolbar while rows are chosen: how many, and what can be done with them. */
export function BulkBar({ selection: { ids, areAllShown, isChoosing, clear }, actions, all }: BulkBarProps) {
  const t = useText();
  const [asked, setAsked] = useState<string>();
  return (
    <Group className={classes.bar} gap={8} role="toolbar" aria-label={t('Selected rows')}>
      <Text size="sm" fw={600} role="status" className={classes.count}>
        {t('{n} selected', { n: ids.size })}
      </Text>
      {(areAllShown || isChoosing) && all.count > ids.size && <ChooseAll all={all} />}
      {actions.map(({ label, icon: Icon, run, question, disabledReason }) => (
        <div key={label} className={classes.action}>
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon size={14} aria-hidden />}
            disabled={disabledReason !== undefined || ids.size === 0}
            title={disabledReason}
            onClick={() => (question ? setAsked(label) : run())}
          >
            {label}
          </Button>
          {question && asked === label && (
            <RowQuestion
              {...question}
              position="bottom-start"
              keep={() => setAsked(undefined)}
              agree={() => {
                setAsked(undefined);
                run();
              }}
            />
          )}
        </div>
      ))}
      <Button variant="subtle" color="gray" size="xs" onClick={clear}>
        {t('Clear')}
      </Button>
    </Group>
  );
}

/** Once all rows of a page are chosen, others may be meant, too. Cards have no box for those of a page, so there it is offered at once. */
function ChooseAll({ all: { count, choose } }: Pick<BulkBarProps, 'all'>) {
  const t = useText();
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
