import { Text } from '@mantine/core';
import { Pencil, Plus } from 'lucide-react';
import type { ForetoldRow, RowFileOutcome } from '#contract/rows/row-files.ts';
import { t } from '#console-kit/text/i18n.ts';
import classes from './foreseen-rows.module.css';

export function ForeseenRows({ of }: { readonly of: Pick<RowFileOutcome, 'rows' | 'new' | 'changed'> }) {
  const { rows } = of;
  const moreCount = of.new + of.changed - rows.length;
  return (
    <div>
      <ul className={classes.rows} aria-label={t('Rows of the file')}>
        {rows.map((row) => (
          <Row key={row.line} row={row} />
        ))}
      </ul>
      {moreCount > 0 && (
        <Text size="sm" c="dimmed" mt={8}>
          {t('and {count} more', { count: moreCount })}
        </Text>
      )}
    </div>
  );
}

function Row({ row: { name, is_new: isNew, cells } }: { readonly row: ForetoldRow }) {
  const Icon = isNew ? Plus : Pencil;
  return (
    <li className={classes.row}>
      <Icon size={14} role="img" aria-label={isNew ? t('added') : t('changed')} className={classes.icon} />
      <div className={classes.what}>
        {name}
        {cells.map(({ field, before, after }) => (
          <span key={field} className={classes.cell}>
            <span className={classes.field}>{field}:</span> {before !== '' && <del>{before}</del>} {after}
          </span>
        ))}
      </div>
    </li>
  );
}
