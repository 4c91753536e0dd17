import { fieldLabel } from '#ui/item/field-words.ts';
import { t } from '#ui/text/i18n.ts';
import type { SortChoice, AnswerField } from '#features/developer/result-settings/result-settings.contract.ts';

const arrows = { asc: '↑', desc: '↓' } as const;

/** The value of a sort in a select; relevance has one direction only. */
export const sortId = ({ field, order }: SortChoice): string => (field === null ? '' : `${order} ${field}`);

export function sortOf(id: string): SortChoice {
  if (id === '') return { field: null, order: 'asc' };
  const [order, ...field] = id.split(' ');
  return { field: field.join(' '), order: order === 'desc' ? 'desc' : 'asc' };
}

/** `Price ↑` */
export const sortText = ({ field, order }: SortChoice): string =>
  field === null ? t('Relevance') : `${fieldLabel(field)} ${arrows[order]}`;

export function sortOptions(fields: readonly AnswerField[]): { readonly value: string; readonly label: string }[] {
  const sorts = fields
    .filter((one) => one.is_counted)
    .flatMap(({ name: field }): SortChoice[] => [
      { field, order: 'asc' },
      { field, order: 'desc' },
    ]);
  return [{ field: null, order: 'asc' } as const, ...sorts].map((sort) => ({ value: sortId(sort), label: sortText(sort) }));
}
