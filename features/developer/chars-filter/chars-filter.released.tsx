import { releasedKind } from '#ui/releases/released-kind.ts';
import type { CharFilterRule } from './chars-filter.contract.ts';

export const releasedCharFilters = releasedKind<CharFilterRule>({
  source: 'character-filters',
  title: (t) => t('Character filter'),
  counted: (t, count) => t('{count} character replacements', { count }),
  sentence: (t, { from, to }) =>
    to === '' ? t('“{from}” is dropped from queries.', { from }) : t('“{from}” becomes “{to}”.', { from, to }),
  fields: (t) => ({ from: { label: t('Typed') }, to: { label: t('Replaced by') } }),
  screen: { path: '/developer/chars-filter', needs: 'developer', opens: ({ id }) => ({ edit: id }) },
});
