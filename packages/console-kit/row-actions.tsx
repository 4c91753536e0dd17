import { ActionIcon, Group, Tooltip } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';

export interface RowAction {
  /** A verb with its object, such as `Delete synonym`. */
  readonly label: string;
  readonly icon: LucideIcon;
  readonly run: () => void;
  /** Why it can't be used now and who can help. */
  readonly disabledReason?: string | undefined;
}

/** What can be done with a row, at its right end. */
export function RowActions({ actions }: { readonly actions: readonly RowAction[] }) {
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      {actions.map(({ label, icon: Icon, run, disabledReason }) => (
        <Tooltip key={label} label={disabledReason ?? label}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={label}
            aria-disabled={disabledReason !== undefined}
            {...(disabledReason !== undefined && { 'data-disabled': true })}
            onClick={() => disabledReason === undefined && run()}
          >
            <Icon size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
    </Group>
  );
}
