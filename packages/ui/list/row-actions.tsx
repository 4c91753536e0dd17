import { Button, Menu } from '@mantine/core';
import { EllipsisVertical, type LucideIcon } from 'lucide-react';
import { t } from '#ui/text/i18n.ts';
import { RowQuestion } from './row-question.tsx';
import classes from './row-actions.module.css';

export interface RowAction {
  /** A verb with its object, such as `Delete synonym`. */
  readonly label: string;
  readonly icon: LucideIcon;
  readonly run: () => void;
  /** Why it can't be used now and who can help. */
  readonly disabledReason?: string | undefined;
  /** Asked at the row before it is run, such as `Delete “fridge”?`. */
  readonly question?: { readonly text: string; readonly yes: string };
  /** What the row is mostly there for: its words stand in place of the icon. */
  readonly isWorded?: boolean;
  /** Runs it for the row that has the focus. */
  readonly shortcut?: 'e' | 'Delete';
}

/** More than these stand behind one button with words. */
const maximumIcons = 2;

interface RowActionsProps {
  readonly actions: readonly RowAction[];
  /** The label of the action that waits for the person's answer. */
  readonly askedFor: string | undefined;
  readonly ask: (label: string | undefined) => void;
}

/** Runs an action, or asks first where it has a question. */
export function follow({ run, question, disabledReason, label }: RowAction, ask: RowActionsProps['ask']): void {
  if (disabledReason !== undefined) return;
  if (question) ask(label);
  else run();
}

/** What can be done with a row, at its right end. Plain elements, as a list has many of them. */
export function RowActions({ actions, askedFor, ask }: RowActionsProps) {
  const isMany = actions.length > maximumIcons;
  const asked = actions.find(({ label }) => label === askedFor);
  return (
    <div className={classes.actions}>
      {(isMany ? actions.slice(0, 1) : actions).map((action) => (
        <OneAction key={action.label} action={action} ask={ask} />
      ))}
      {isMany && <MoreActions actions={actions.slice(1)} ask={ask} />}
      {asked?.question && (
        <RowQuestion
          {...asked.question}
          keep={() => ask(undefined)}
          agree={() => {
            ask(undefined);
            asked.run();
          }}
        />
      )}
    </div>
  );
}

interface ActionProps {
  readonly action: RowAction;
  readonly ask: RowActionsProps['ask'];
}

function OneAction({ action, ask }: ActionProps) {
  const { label, icon: Icon, disabledReason, isWorded = false } = action;
  if (isWorded)
    return (
      <Button
        size="xs"
        variant="default"
        className={classes.worded ?? ''}
        data-worded
        {...(disabledReason !== undefined && { 'aria-disabled': true, 'data-disabled': true, title: disabledReason })}
        onClick={() => follow(action, ask)}
      >
        {label}
      </Button>
    );
  return (
    <button
      type="button"
      className={classes.action}
      data-tip={disabledReason ?? label}
      aria-label={label}
      aria-disabled={disabledReason !== undefined}
      onClick={() => follow(action, ask)}
    >
      <Icon size={16} aria-hidden />
    </button>
  );
}

function MoreActions({ actions, ask }: { readonly actions: readonly RowAction[]; readonly ask: RowActionsProps['ask'] }) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <button type="button" className={classes.action} data-tip={t('More')} aria-label={t('More')}>
          <EllipsisVertical size={16} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item
            key={action.label}
            leftSection={<action.icon size={16} aria-hidden />}
            disabled={action.disabledReason !== undefined}
            onClick={() => follow(action, ask)}
          >
            {action.label}
            {action.disabledReason !== undefined && <span className={classes.reason}>{action.disabledReason}</span>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
