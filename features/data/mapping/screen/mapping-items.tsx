import { Text } from '@mantine/core';
import { problemReasons } from '#features/data/imports/imports.contract.ts';
import type { MappingPreview } from '#features/data/mapping/mapping.contract.ts';
import { ItemCell, shownItemOf } from '#ui/item/item-cell.tsx';
import { t } from '#ui/text/i18n.ts';
import classes from './mapping.module.css';

export function MappingItems({ preview }: { readonly preview: MappingPreview }) {
  const { items, bad_count: bad, sample_count: samples, problems } = preview;
  return (
    <>
      <ul className={classes.items}>
        {items.map(({ id, fields }) => (
          <li key={id} className={classes.item}>
            <ItemCell item={shownItemOf({ ...fields, id })} />
            <details className={classes.others}>
              <summary>{t('All fields of this item')}</summary>
              <dl>
                {Object.entries({ id, ...fields }).map(([name, value]) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>{Array.isArray(value) ? value.join(', ') : String(value)}</dd>
                  </div>
                ))}
              </dl>
            </details>
          </li>
        ))}
      </ul>
      {problems.length > 0 && (
        <div className={classes.findings} role="status">
          {bad > 0 && (
            <Text size="sm" fw={600}>
              {t('{count} of {samples} sampled items would be skipped.', { samples, count: bad })}
            </Text>
          )}
          <ul>
            {problems.map(({ field, reason, count }) => (
              <li key={`${field} ${reason}`}>
                {field && `${field}: `}
                {t(problemReasons[reason] ?? reason)} ({count}×)
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
