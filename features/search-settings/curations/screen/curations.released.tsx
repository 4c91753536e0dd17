import { releasedKindOf } from '#ui/releases/released-kind.ts';
import { quoted } from '#ui/text/format.ts';
import type { CurationRule } from '#features/search-settings/curations/curations.contract.ts';

interface Values {
  readonly name: string;
  readonly queries: readonly string[];
  readonly category: string;
  readonly promoted: readonly string[];
  readonly hidden: readonly string[];
  readonly hiddenVariants: readonly string[];
}

const idsOf = (items: CurationRule['hidden']) => items.map(({ id }) => id);
/** `3 · id` for an item at place 3, `id*` for a variant alone. */
const promotedOf = ({ id, position, is_variant_only: isAlone }: CurationRule['promoted'][number]) =>
  `${position === undefined ? '' : `${position} · `}${id}${isAlone ? '*' : ''}`;

export const releasedCurations = releasedKindOf<CurationRule, Values>({
  source: 'curations',
  title: (t) => t('Curations'),
  counted: (t, count) => t('{count} curations', { count }),
  sentence: (t, { queries, category, promoted, hidden }) =>
    t('For “{queries}”: {promoted} promoted, {hidden} hidden.', {
      queries: quoted(t, category === undefined ? queries.map(({ query }) => query) : [category]),
      promoted: promoted.length,
      hidden: hidden.length,
    }),
  fields: (t) => ({
    name: { label: t('Internal name') },
    queries: { label: t('Queries') },
    category: { label: t('Category') },
    promoted: { label: t('Promoted') },
    hidden: { label: t('Hidden') },
    hiddenVariants: { label: t('Hidden variants') },
  }),
  // The same words with `contains` are another condition.
  valuesOf: ({ name, queries, category = '', promoted, hidden }) => ({
    name,
    category,
    queries: queries.map(({ query, match }) => (match === 'is' ? query : `… ${query} …`)),
    promoted: promoted.map(promotedOf),
    hidden: idsOf(hidden.filter((item) => !item.is_variant_only)),
    hiddenVariants: idsOf(hidden.filter((item) => item.is_variant_only)),
  }),
  screen: {
    path: '/search-settings/curations/edit',
    needs: 'search',
    opens: ({ id, collection_id: c }) => ({ id, ...(c !== null && { c }) }),
  },
});
