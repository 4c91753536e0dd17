import { releasedKind } from '#ui/releases/released-kind.ts';
import type { Translate } from '#ui/text/i18n.ts';
import { quoted } from '#ui/text/format.ts';
import type { SynonymRule } from './synonyms.contract.ts';

export const synonymKinds = (t: Translate) => ({
  1: { name: t('Two-way'), meaning: t('Each word finds items with any other.') },
  2: { name: t('One-way'), meaning: t('The term finds the synonyms, but not the other way round.') },
  3: { name: t('Weak'), meaning: t('One-way, ranked below items with the term itself.') },
});

export const releasedSynonyms = releasedKind<SynonymRule>({
  source: 'synonyms',
  title: (t) => t('Synonyms'),
  counted: (t, count) => t('{count} synonyms', { count }),
  sentence(t, { term, synonyms, synonym_type_id: kind }) {
    const words = quoted(t, synonyms);
    if (kind === 1) return t('“{term}” and “{words}” find each other.', { term, words });
    if (kind === 2) return t('“{term}” also finds “{words}”.', { term, words });
    return t('“{term}” also finds “{words}”, further down.', { term, words });
  },
  fields: (t) => ({
    term: { label: t('Term') },
    synonyms: { label: t('Synonyms') },
    synonym_type_id: { label: t('Kind'), choices: synonymKinds(t) },
  }),
  screen: { path: '/search-settings/synonyms', needs: 'search', opens: ({ id }) => ({ edit: id }) },
});
