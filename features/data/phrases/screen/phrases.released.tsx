import { releasedKind } from '#ui/releases/released-kind.ts';
import type { PhraseRule } from '#features/data/phrases/phrases.contract.ts';

export const releasedPhrases = releasedKind<PhraseRule>({
  source: 'phrases',
  title: (t) => t('Phrases'),
  counted: (t, count) => t('{count} phrases', { count }),
  sentence: (t, { is_visible: isVisible, item_count: count }) =>
    isVisible ? t('Suggested, and finds {count} items.', { count }) : t('Known, but not suggested.'),
  fields: (t) => ({
    phrase: { label: t('Phrase') },
    is_visible: { label: t('Suggested') },
    boost: { label: t('Boost') },
  }),
  screen: { path: '/data/phrases', needs: 'data', opens: ({ id, collection_id: c }) => ({ edit: id, ...(c !== null && { c }) }) },
});
