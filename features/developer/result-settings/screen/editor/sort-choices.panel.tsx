import { t } from '#ui/text/i18n.ts';
import type { SortChoice } from '#features/developer/result-settings/result-fields.contract.ts';
import type { AnswerField } from '#features/developer/result-settings/result-settings.contract.ts';
import { sortId } from './draft.ts';

export { sortId, sortOf } from './draft.ts';

const arrows = { asc: '↑', desc: '↓' } as const;

/** Says a sort in a word: `price ↑`. */
export function useSortText(): (sort: SortChoice) => string {
  return ({ field, order }) => (field === null ? t('Relevance') : `${field} ${arrows[order]}`);
}

/** All that answers can be sorted by, as options of a select. */
export function useSortChoices(fields: readonly AnswerField[]): { readonly value: string; readonly label: string }[] {
  const text = useSortText();
  const orders = ['asc', 'desc'] as const;
  const counted = fields.filter((one) => one.is_counted);
  const sorts: SortChoice[] = [
    { field: null, order: 'asc' },
    ...counted.flatMap(({ name: field }) => orders.map((order) => ({ field, order }))),
  ];
  return sorts.map((sort) => ({ value: sortId(sort), label: text(sort) }));
}
