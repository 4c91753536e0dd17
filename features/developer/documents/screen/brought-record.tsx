import { Text } from '@mantine/core';
import { t } from '#console-kit/text/i18n.ts';
import type { BroughtRecord } from '#features/developer/documents/documents.contract.ts';
import classes from './documents.module.css';
import { valueText } from './value-text.ts';

export function BroughtRecordView({ record: { feed, position, line, fields } }: { readonly record: BroughtRecord }) {
  return (
    <>
      <Text size="xs" c="dimmed" mb={4}>
        {line === null
          ? t('Item {position} of the feed “{feed}”, before it was mapped and cleaned.', { position, feed })
          : t('Item {position} of the feed “{feed}”, at line {line}, before it was mapped and cleaned.', {
              position,
              feed,
              line,
            })}
      </Text>
      <dl className={classes.record}>
        {fields.map(({ name, value, becomes }) => (
          <div key={name} className={classes.field}>
            <dt className={classes.recordName}>
              <span className={classes.fieldName}>{name}</span>
              {becomes.map((field) => (
                <span key={field} className={classes.becomes} title={t('Becomes the field {field}', { field })}>
                  → {field}
                </span>
              ))}
              {becomes.length === 0 && <span className={classes.becomes}>{t('not taken over')}</span>}
            </dt>
            <dd className={classes.recordValue}>{valueText(value) || '–'}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
