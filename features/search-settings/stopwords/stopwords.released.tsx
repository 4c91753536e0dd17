import { releasedKind } from '#console-kit/releases/released-kind.ts';
import { formats } from '#console-kit/text/format.ts';
import type { StopwordInput } from './stopwords.contract.ts';

export const releasedStopwords = releasedKind<StopwordInput>({
  source: 'stopwords',
  title: (t) => t('Ignored terms'),
  counted: (t, count) => t('{count} ignored terms', { count }),
  sentence: (t, { name }) =>
    name === '' ? t('Left out of queries.') : t('Left out of queries, from the set {set}.', { set: formats.language(name) }),
  fields: (t) => ({ value: { label: t('Ignored term') }, name: { label: t('Set') } }),
  screen: { path: '/search-settings/stopwords', needs: 'search', opens: ({ name }) => ({ search: name }) },
});
