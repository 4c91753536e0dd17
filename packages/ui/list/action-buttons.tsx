import { Button } from '@mantine/core';
import { useState } from 'react';
import { follow, type RowAction, RowQuestion } from './row-actions.tsx';
import classes from './row-actions.module.css';

interface ActionButtonsProps {
  readonly actions: readonly RowAction[];
  readonly areOff?: boolean;
}

export function ActionButtons({ actions, areOff = false }: ActionButtonsProps) {
  const [asked, ask] = useState<string>();
  return actions.map((action) => {
    const { label, icon: Icon, question, disabledReason, run } = action;
    return (
      <div key={label} className={classes.asked}>
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon size={14} aria-hidden />}
          disabled={areOff}
          {...(disabledReason !== undefined && { 'aria-disabled': true, 'data-disabled': true, title: disabledReason })}
          onClick={() => follow(action, ask)}
        >
          {label}
        </Button>
        {question && asked === label && (
          <RowQuestion
            {...question}
            position="bottom-start"
            keep={() => ask(undefined)}
            agree={() => {
              ask(undefined);
              run();
            }}
          />
        )}
      </div>
    );
  });
}
