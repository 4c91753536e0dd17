import { formats } from '#ui/text/format.ts';
import { releasedKindOf } from '#ui/releases/released-kind.ts';

interface LearnedRow {
  readonly key: string;
  readonly query: string;
  readonly ids: readonly string[];
  readonly logs: readonly number[];
  readonly is_active?: false;
}

const moved = ({ ids, logs }: LearnedRow, isUp: boolean): string[] => ids.filter((_, at) => logs[at]! > 0 === isUp);

export const releasedLearned = releasedKindOf<LearnedRow, { readonly higher: string[]; readonly lower: string[] }>({
  source: 'learned',
  title: (t) => t('Learned order'),
  counted: (t, count) => t('learned order of {count} queries', { count }),
  sentence: (t, row) =>
    row.is_active === false
      ? t('Nothing is learned after it.')
      : row.key === ''
        ? t('Categories and brands that visitors choose after words.')
        : t('{higher} items rank higher, {lower} lower.', {
            higher: formats.number(moved(row, true).length),
            lower: formats.number(moved(row, false).length),
          }),
  fields: (t) => ({ higher: { label: t('Higher') }, lower: { label: t('Lower') } }),
  valuesOf: (row) => ({ higher: moved(row, true), lower: moved(row, false) }),
  nameOf: (t, { name }) => name || t('Whole collection'),
  screen: {
    path: '/search-settings/learned',
    needs: 'search',
    opens: ({ collection_id: c, name }) => ({ search: name, ...(c !== null && { c }) }),
  },
});
