import { releasedKind } from '#ui/releases/released-kind.ts';
import { type FixitRule, isRedirect } from '#features/search-settings/fixit/fixit.contract.ts';

export const releasedFixits = releasedKind<FixitRule>({
  source: 'fixits',
  title: (t) => t('Replacing terms'),
  counted: (t, count) => t('{count} replacing terms', { count }),
  sentence(t, { term, catalog_term: by }) {
    if (isRedirect(by)) return t('“{term}” leads to {address}', { term, address: by });
    return t('“{term}” is searched as “{query}”.', { term, query: by });
  },
  fields: (t) => ({
    term: { label: t('Query') },
    is_regexp: { label: t('Regular expression') },
    catalog_term: { label: t('Replaced by') },
  }),
  screen: { path: '/search-settings/fixit', needs: 'search', opens: ({ id }) => ({ edit: id }) },
});
