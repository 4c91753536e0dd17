import { Group } from '@mantine/core';
import { CircleAlert, CircleCheck, Loader } from 'lucide-react';
import { formats } from '#console-kit/text/format.ts';
import { t } from '#console-kit/text/i18n.ts';
import { Moment } from '#console-kit/text/moment.tsx';
import type { ProjectState } from '#features/owner/projects/projects.contract.ts';

interface CellProps {
  /** Undefined until it is known. */
  readonly state: ProjectState | undefined;
}

export function ItemsCell({ state }: CellProps) {
  return state ? formats.number(state.item_count) : null;
}

const icons = { done: CircleCheck, failed: CircleAlert, held: CircleAlert, running: Loader } as const;
const colours = {
  done: 'var(--aisle-live)',
  failed: 'var(--aisle-error)',
  held: 'var(--aisle-waiting)',
  running: undefined,
} as const;

export function ImportCell({ state }: CellProps) {
  if (!state?.last_import) return null;
  const { state: outcome, at } = state.last_import;
  const Icon = icons[outcome];
  const words = { done: t('Imported'), failed: t('Import failed'), held: t('On hold'), running: t('Importing') };
  return (
    <Group gap={6} wrap="nowrap">
      <Icon size={16} color={colours[outcome]} role="img" aria-label={words[outcome]} />
      <Moment at={at} />
    </Group>
  );
}
