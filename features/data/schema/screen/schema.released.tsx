import { fieldLabel } from '#ui/item/field-words.ts';
import { releasedKindOf } from '#ui/releases/released-kind.ts';
import { msg, type Translate } from '#ui/text/i18n.ts';
import { type FieldType, fieldTypes } from '#contract/item.ts';

const words: Readonly<Record<FieldType, string>> = {
  text: msg('Text/keyword'),
  integer: msg('Whole number'),
  float: msg('Decimal number'),
  boolean: msg('Yes or no'),
  date: msg('Date'),
  object: msg('Object'),
};

export const typeWord = (type: FieldType): string => words[type];
export const typeNames = Object.keys(fieldTypes) as FieldType[];

interface FieldRow {
  readonly type: FieldType;
  readonly isUnique: boolean;
  readonly isGroup: boolean;
  readonly isFrontName: boolean;
  readonly isFacet: boolean;
  readonly isPath: boolean;
  readonly isArchived: boolean;
  readonly isAutocomplete: boolean;
  readonly isCustomData: boolean;
  readonly relevance: {
    readonly searchable: boolean;
    readonly weight: number;
    readonly wildcard: number;
    readonly phraseWeight: number;
    readonly userPhraseCheck: boolean;
    readonly fuzzy: boolean;
    readonly shingle: boolean;
    readonly stemmer: boolean;
    readonly boostable: boolean;
  };
}

/** Shown from 0 to 10; stored from 0 to 100, phrase weights from 0 to 1. */
const storedWeights = 10;

const typeChoices = (t: Translate) => Object.fromEntries(typeNames.map((type) => [type, { name: t(typeWord(type)) }]));

export const releasedFields = releasedKindOf<FieldRow, Omit<FieldRow, 'relevance'> & FieldRow['relevance']>({
  source: 'fields',
  title: (t) => t('Schema and relevance'),
  counted: (t, count) => t('{count} fields', { count }),
  sentence(t, { isCustomData, isArchived, relevance: { searchable, weight } }) {
    if (isCustomData) return t('Sent along with the items, and not indexed.');
    if (isArchived) return t('Private: your shop does not get it.');
    return searchable ? t('Searched, with the weight {weight}.', { weight: weight / storedWeights }) : t('Not searched');
  },
  valuesOf: ({ relevance, ...flags }) => ({
    ...flags,
    ...relevance,
    weight: relevance.weight / storedWeights,
    phraseWeight: Math.round(relevance.phraseWeight * storedWeights * storedWeights) / storedWeights,
  }),
  fields: (t) => ({
    type: { label: t('Type'), choices: typeChoices(t) },
    searchable: { label: t('Searched') },
    weight: { label: t('Weight') },
    wildcard: { label: t('Beginnings of words') },
    phraseWeight: { label: t('Words side by side') },
    userPhraseCheck: { label: t('Only known phrases') },
    fuzzy: { label: t('Typos') },
    shingle: { label: t('Joined words') },
    stemmer: { label: t('Word forms') },
    boostable: { label: t('May be used by boosts') },
    isFacet: { label: t('Filters') },
    isPath: { label: t('Filters by level') },
    isAutocomplete: { label: t('Autocomplete') },
    isFrontName: { label: t('Shown name') },
    isGroup: { label: t('Variants') },
    isUnique: { label: t('Unique') },
    isArchived: { label: t('Private') },
    isCustomData: { label: t('Custom data') },
  }),
  nameOf: (_t, { name }) => fieldLabel(name),
  screen: { path: '/data/schema', needs: 'data', opens: ({ id, collection_id: c }) => ({ edit: id, ...(c !== null && { c }) }) },
});
