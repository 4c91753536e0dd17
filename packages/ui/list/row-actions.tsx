import type { Permission } from '#contract/permission.ts';
import { Button, type ButtonProps, Group, Text } from '@mantine/core';
import { Menu, MenuItem, Popup } from '#ui/page/popup.tsx';
import { EllipsisVertical, type LucideIcon } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { t } from '#ui/text/i18n.ts';
import classes from './row-actions.module.css';

interface RowQuestionProps {
  readonly text: string;
  readonly yes: string;
  readonly agree: () => void;
  readonly keep: () => void;
  readonly position?: 'left' | 'bottom-start';
}

/** Enter agrees, Esc and a click elsewhere cancel. */
export function RowQuestion({ text, yes, agree, keep, position = 'left' }: RowQuestionProps) {
  const textId = useId();
  const place = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span className={classes.asking} ref={place} />
      <Popup anchor={place} onClose={keep} position={position} role="alertdialog" aria-labelledby={textId}>
        <Text id={textId} size="sm" mb={12} maw={280}>
          {text}
        </Text>
        <Group justify="flex-end" gap={8} wrap="nowrap">
          <Button size="xs" variant="default" onClick={keep}>
            {t('Keep')}
          </Button>
          <Button size="xs" color="red" data-autofocus onClick={agree}>
            {yes}
          </Button>
        </Group>
      </Popup>
    </>
  );
}

export interface RowAction {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly run: () => void;
  readonly disabledReason?: string | undefined;
  /** Without the right, a list says so once, below its rows. */
  readonly needs?: Permission;
  readonly question?: { readonly text: string; readonly yes: string };
  /** Shows the label instead of the icon. */
  readonly isWorded?: boolean;
  readonly shortcut?: 'e' | 'Delete';
}

const maximumIcons = 2;

interface RowActionsProps {
  readonly actions: readonly RowAction[];
  readonly askedFor: string | undefined;
  readonly ask: (label: string | undefined) => void;
}

export function follow({ run, question, disabledReason, label }: RowAction, ask: RowActionsProps['ask']): void {
  if (disabledReason !== undefined) return;
  if (question) ask(label);
  else run();
}

/** Plain elements, as a list has many. */
export function RowActions({ actions, askedFor, ask }: RowActionsProps) {
  const isMany = actions.length > maximumIcons;
  return (
    <div className={classes.actions}>
      {(isMany ? actions.slice(0, 1) : actions).map((action) => (
        <OneAction key={action.label} action={action} ask={ask} />
      ))}
      {isMany && <MoreActions actions={actions.slice(1)} ask={ask} />}
      <ActionQuestion action={actions.find(({ label }) => label === askedFor)} ask={ask} />
    </div>
  );
}

interface ActionProps {
  readonly action: RowAction;
  readonly ask: RowActionsProps['ask'];
}

function WordedAction({ action, ask, ...look }: ActionProps & Pick<ButtonProps, 'disabled' | 'leftSection'>) {
  const { label, disabledReason } = action;
  return (
    <Button
      size="xs"
      variant="default"
      className={classes.worded ?? ''}
      data-worded
      {...look}
      {...(disabledReason !== undefined && { 'aria-disabled': true, 'data-disabled': true, title: disabledReason })}
      onClick={() => follow(action, ask)}
    >
      {label}
    </Button>
  );
}

interface ActionButtonsProps {
  readonly actions: readonly RowAction[];
  readonly areOff?: boolean;
}

/** Actions beside each other, with their questions below. */
export function ActionButtons({ actions, areOff = false }: ActionButtonsProps) {
  const [asked, ask] = useState<string>();
  return actions.map((action) => (
    <div key={action.label} className={classes.asked}>
      <WordedAction action={action} ask={ask} disabled={areOff} leftSection={<action.icon size={14} aria-hidden />} />
      <ActionQuestion action={asked === action.label ? action : undefined} ask={ask} position="bottom-start" />
    </div>
  ));
}

interface ActionQuestionProps extends Pick<RowQuestionProps, 'position'> {
  readonly action: RowAction | undefined;
  readonly ask: RowActionsProps['ask'];
}

function ActionQuestion({ action, ask, ...place }: ActionQuestionProps) {
  if (!action?.question) return null;
  const agree = () => {
    ask(undefined);
    action.run();
  };
  return <RowQuestion {...action.question} {...place} keep={() => ask(undefined)} agree={agree} />;
}

function OneAction({ action, ask }: ActionProps) {
  const { label, icon: Icon, disabledReason, isWorded = false } = action;
  if (isWorded) return <WordedAction action={action} ask={ask} />;
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
    <Menu
      position="bottom-end"
      button={
        <button type="button" className={classes.action} data-tip={t('More')} aria-label={t('More')}>
          <EllipsisVertical size={16} aria-hidden />
        </button>
      }
    >
      {actions.map((action) => (
        <MenuItem
          key={action.label}
          leftSection={<action.icon size={16} aria-hidden />}
          disabled={action.disabledReason !== undefined}
          onClick={() => follow(action, ask)}
        >
          {action.label}
          {action.disabledReason !== undefined && <span className={classes.reason}>{action.disabledReason}</span>}
        </MenuItem>
      ))}
    </Menu>
  );
}
