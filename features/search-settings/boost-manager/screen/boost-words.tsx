import type * as z from 'zod/mini';
import { fieldLabel, valueWord } from '#ui/item/field-words.ts';
import { formats } from '#ui/text/format.ts';
import { msg, type Translate } from '#ui/text/i18n.ts';
import { maximumBoost, maximumBoosts } from '#contract/limits.ts';
import {
  type BoostForm,
  madeOf,
  type BoostedField,
  type BoostRule,
} from '#features/search-settings/boost-manager/boost-manager.contract.ts';

export const functionWords = {
  logarithmic: {
    name: msg('Logarithmic'),
    strength: msg('gently'),
    rising: msg('Differences fade.'),
    falling: msg('The effect fades slowly.'),
  },
  linear: {
    name: msg('Linear'),
    strength: msg('evenly'),
    rising: msg('Twice the number counts twice.'),
    falling: msg('Twice the number, half the effect.'),
  },
  exponential: {
    name: msg('Exponential'),
    strength: msg('strongly'),
    rising: msg('Differences grow.'),
    falling: msg('The effect is soon gone.'),
  },
} as const;

export const operationWords = {
  multiply: { name: msg('Multiply the score') },
  add: { name: msg('Add to the score') },
} as const;

export const directionWords = {
  number: {
    rising: msg('Higher first'),
    falling: msg('Lower first'),
  },
  age: {
    rising: msg('Older first'),
    falling: msg('Newer first'),
  },
  any: {
    rising: msg('Higher or older first'),
    falling: msg('Lower or newer first'),
  },
} as const;

const demotedWords = { number: msg('lower last'), age: msg('newer last'), any: msg('lower or newer last') } as const;

const typeWords = { value: { name: msg('By value') }, functional: { name: msg('By number') } };
const basedWords = { value: { name: msg('Whole value') }, word: { name: msg('One of its words') } };

const choicesOf = (t: Translate, words: Readonly<Record<string, { readonly name: string }>>) =>
  Object.fromEntries(Object.entries(words).map(([key, { name }]) => [key, { name: t(name) }]));

export const boostFieldWords = (t: Translate) => ({
  field: { label: t('Field') },
  type: { label: t('Type'), choices: choicesOf(t, typeWords) },
  value: { label: t('Value') },
  based: { label: t('Compared with'), choices: choicesOf(t, basedWords) },
  function: { label: t('Function'), choices: choicesOf(t, functionWords) },
  operation: { label: t('Operation'), choices: choicesOf(t, operationWords) },
  direction: {
    label: t('Direction'),
    choices: { rising: { name: t(directionWords.any.rising) }, falling: { name: t(directionWords.any.falling) } },
  },
  full_until: { label: t('Full boost up to') },
  boost: { label: t('Boost') },
});

export const isAdded = ({ type, operation }: BoostRule): boolean => type === 'functional' && operation === 'add';
/** A rising boost below 1 may still lift, by its curve. */
export const isDemotion = (boost: BoostRule): boolean =>
  boost.boost < 1 && !isAdded(boost) && (boost.type === 'value' || boost.direction === 'falling');

/** `is “in_stock”` */
export function boostMeaning(t: Translate, boost: BoostRule, fields: readonly BoostedField[] = []): string {
  const { type, based, value, function: curve, operation, direction, full_until: fullUntil } = boost;
  if (type === 'functional') {
    if (fullUntil === maximumBoost && direction === 'falling' && operation === 'multiply') return t('for all items that have it');
    const field = fields.find(({ name }) => name === boost.field);
    const measure = (field && madeOf(field)) ?? 'any';
    const order = isDemotion(boost) ? demotedWords[measure] : directionWords[measure][direction];
    const told = measure === 'any' && direction === 'rising' ? [] : [order];
    const words = [...told, functionWords[curve].strength].map((one) => t(one).toLocaleLowerCase());
    if (fullUntil == null) return formats.list(words);
    const full =
      measure === 'age'
        ? t('all of it up to {count} days', { count: fullUntil })
        : t('all of it up to {number}', { number: fullUntil });
    return formats.list([...words, full]);
  }
  const values = formats.list(value.map((one) => valueWord(boost.field, one)));
  return based === 'word' ? t('contains “{values}”', { values }) : t('is “{values}”', { values });
}

export function boostSentence(t: Translate, boost: BoostRule, fields?: readonly BoostedField[]): string {
  const words = [fieldLabel(boost.field), boostMeaning(t, boost, fields)];
  return boost.type === 'functional' ? formats.list(words) : words.join(' ');
}

export const fullReason = (t: Translate, boosts: readonly BoostRule[]): string | undefined =>
  boosts.length < maximumBoosts
    ? undefined
    : t('A collection has at most {count} boosts. Delete one to add another.', { count: maximumBoosts });

export type BoostValues = z.output<typeof BoostForm>;

export const blankBoost: BoostValues = {
  field: '',
  type: 'value',
  value: [],
  based: 'value',
  function: 'logarithmic',
  operation: 'multiply',
  direction: 'rising',
  full_until: null,
  boost: 2,
  is_active: true,
  valid_from: null,
  valid_to: null,
};
