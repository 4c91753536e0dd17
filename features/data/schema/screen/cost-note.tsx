import { Alert } from '@mantine/core';
import { Clock, Zap } from 'lucide-react';
import { formats } from '#console-kit/text/format.ts';
import { t } from '#console-kit/text/i18n.ts';
import type { Cost } from './schema-cost.ts';

interface CostNoteProps {
  readonly cost: Cost;
  /** How long building the collection anew is going to take; null where nobody knows. */
  readonly seconds: number | null;
}

export function CostNote({ cost, seconds }: CostNoteProps) {
  const recreate =
    seconds === null
      ? t('Searches see this once you recreate the collection.')
      : t('Searches see this once you recreate the collection, which takes about {duration}.', {
          duration: formats.duration(seconds),
        });
  const texts: Readonly<Record<Cost, string>> = {
    none: t('Nothing is changed yet.'),
    atOnce: t('Searches use this as soon as you save.'),
    recreate,
    import: t('Ids of items change with the next import. Rules that name single items lose them then.'),
  };
  const isWaiting = cost === 'recreate' || cost === 'import';
  const Icon = isWaiting ? Clock : Zap;
  return (
    <Alert
      color="gray"
      role="status"
      py={8}
      icon={<Icon size={16} aria-hidden {...(isWaiting && { color: 'var(--aisle-waiting)' })} />}
    >
      {texts[cost]}
    </Alert>
  );
}
