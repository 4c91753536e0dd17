import { releasedKind } from '#ui/releases/released-kind.ts';
import { formats } from '#ui/text/format.ts';
import type { StopwordInput } from '#features/search-settings/stopwords/stopwords.contract.ts';

export const releasedStopwords = releasedKind<StopwordInput>({
  source: 'stopwords',
  title: (t) => t('Ignored terms'),
  counted: (t, count) => t('{count} ignored terms', { count }),
  sentence: (t, { name }) =>
    name === '' ? t('Ignored in queries.') : t('Ignored in queries, from the set {set}.', { set: formats.language(name) }),
  fields: (t) => ({ value: { label: t('Ignored term') }, name: { label: t('Set') } }),
  screen: { path: '/search-settings/stopwords', needs: 'search', opens: ({ name }) => ({ search: name }) },
});
