import { fieldLabel, valueWord } from '#ui/item/field-words.ts';
import { formats } from '#ui/text/format.ts';
import { releasedKind, releasedKindOf } from '#ui/releases/released-kind.ts';
import type { BoostRule, BoostSettings } from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { boostFieldWords, boostSentence, isAdded } from './boost-words.tsx';

export const boostManagerPath = '/search-settings/boost-manager';

export const releasedBoosts = releasedKindOf<BoostRule, BoostRule>({
  source: 'boosts',
  title: (t) => t('Boosts'),
  counted: (t, count) => t('{count} boosts', { count }),
  sentence: (t, row) =>
    isAdded(row)
      ? t('{what}: +{amount}', { what: boostSentence(t, row), amount: formats.number(row.boost) })
      : t('{what}: ×{amount}', { what: boostSentence(t, row), amount: formats.number(row.boost) }),
  valuesOf: (row) => ({
    ...row,
    field: fieldLabel(row.field),
    value: row.value.map((one) => valueWord(row.field, one)),
  }),
  fields: boostFieldWords,
  nameOf: (_t, { name }) => fieldLabel(name),
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
