import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { valueText } from './value-text.ts';
import classes from './documents.module.css';

/** A value of an item in a line or two; the whole of it is a hover away. */
export function FieldValueText({ value }: { readonly value: unknown }) {
  if (value === undefined || value === null) return <span className={classes.none}>–</span>;
  if (typeof value === 'number') return formats.number(value);
  if (typeof value === 'boolean') return value ? t('Yes') : t('No');
  const text = valueText(value);
  return (
    <span className={classes.value} title={text}>
      {text}
    </span>
  );
}
