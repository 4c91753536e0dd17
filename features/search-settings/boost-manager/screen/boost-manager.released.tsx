import { releasedKind } from '#ui/releases/released-kind.ts';
import { msg } from '#ui/text/i18n.ts';
import type { BoostRule, BoostSettings } from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { boostSentence, directionWords, functionWords, isAdded, operationWords } from './boost-words.tsx';

export const boostManagerPath = '/search-settings/boost-manager';
const names = (words: Readonly<Record<string, { readonly name: string }>>, t: (text: string) => string) =>
  Object.fromEntries(Object.entries(words).map(([key, { name }]) => [key, { name: t(name) }]));

const typeWords = { value: { name: msg('By value') }, functional: { name: msg('By number') } };
const basedWords = { value: { name: msg('Whole value') }, word: { name: msg('One of its words') } };

export const releasedBoosts = releasedKind<BoostRule>({
  source: 'boosts',
  title: (t) => t('Boosts'),
  counted: (t, count) => t('{count} boosts', { count }),
  sentence: (t, row) =>
    isAdded(row)
      ? t('{what}: +{amount}', { what: boostSentence(t, row), amount: row.boost })
      : t('{what}: ×{amount}', { what: boostSentence(t, row), amount: row.boost }),
  fields: (t) => ({
    field: { label: t('Field') },
    type: { label: t('Type'), choices: names(typeWords, t) },
    value: { label: t('Value') },
    based: { label: t('Compared with'), choices: names(basedWords, t) },
    function: { label: t('Function'), choices: names(functionWords, t) },
    operation: { label: t('Operation'), choices: names(operationWords, t) },
    direction: { label: t('Direction'), choices: names(directionWords.any, t) },
    full_until: { label: t('Full boost up to') },
    boost: { label: t('Boost') },
  }),
  screen: {
    path: boostManagerPath,
    needs: 'search',
    opens: ({ id, collection_id: c }) => ({ edit: id, ...(c !== null && { c }) }),
  },
});

export const releasedBoostSettings = releasedKind<BoostSettings>({
  source: 'boost-settings',
  title: (t) => t('Advanced boost settings'),
  counted: (t, count) => t('{count} advanced boost settings', { count }),
  sentence: (t, { overrides_relevance: isOverriding }) =>
    isOverriding ? t('A field with a boost counts with weight 1.') : t('A field with a boost keeps its weight.'),
  fields: (t) => ({ overrides_relevance: { label: t('Boosts override the preset relevance weight') } }),
  nameOf: (t) => t('Advanced boost settings'),
  screen: { path: boostManagerPath, needs: 'search', opens: ({ collection_id: c }) => (c === null ? {} : { c }) },
});
