import type { Formats } from './format.ts';
import type { Translate } from './i18n.ts';

export function valueText(t: Translate, { number }: Formats, value: unknown): string {
  if (typeof value === 'boolean') return value ? t('On') : t('Off');
  if (typeof value === 'number') return number(value);
  const text = Array.isArray(value) ? value.join(', ') : value;
  return typeof text === 'string' && text !== '' ? text : '–';
}
