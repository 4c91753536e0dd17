import { msg, type Translate } from '#console-kit/text/i18n.ts';
import type { BoostRule } from './boost-manager.contract.ts';

export const functionWords = {
  logarithmic: { name: msg('Logarithmic'), within: msg('logarithmic'), meaning: msg('Differences fade.') },
  linear: { name: msg('Linear'), within: msg('linear'), meaning: msg('Twice the number counts twice.') },
  exponential: { name: msg('Exponential'), within: msg('exponential'), meaning: msg('Differences grow.') },
} as const;

export const operationWords = {
  multiply: { name: msg('Multiply the score'), within: msg('multiplies') },
  add: { name: msg('Add to the score'), within: msg('adds') },
} as const;

/** A value as people read it. */
export const valueText = (t: Translate, value: BoostRule['value'][number]): string =>
  typeof value === 'boolean' ? (value ? t('yes') : t('no')) : String(value);

/** What a boost is for, beside its field: `is “in_stock”`. */
export function boostMeaning(t: Translate, { type, based, value, function: curve, operation }: BoostRule): string {
  if (type === 'functional') return `${t(functionWords[curve].within)}, ${t(operationWords[operation].within)}`;
  const values = value.map((one) => valueText(t, one)).join(', ');
  return based === 'word' ? t('contains “{values}”', { values }) : t('is “{values}”', { values });
}

/** The same as a sentence with the field. */
export const boostSentence = (t: Translate, boost: BoostRule): string =>
  boost.type === 'functional' ? `${boost.field}, ${boostMeaning(t, boost)}` : `${boost.field} ${boostMeaning(t, boost)}`;

export const isAdded = ({ type, operation }: BoostRule): boolean => type === 'functional' && operation === 'add';
export const isDemotion = (boost: BoostRule): boolean => boost.type === 'value' && boost.boost < 1;
