import { Button } from '@mantine/core';
import { ListChecks } from 'lucide-react';
import { t } from '#ui/text/i18n.ts';
import type { Selection } from './selection.ts';
import classes from './bulk-bar.module.css';

/** Asks for the boxes of rows where they are cards, which have none. */
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
