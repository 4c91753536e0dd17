import { msg, type Translate } from '#ui/text/i18n.ts';
import type { RelevanceField } from '#features/search-settings/relevance-tuning/relevance-tuning.contract.ts';

/** The settings of a field by name, in the order in which they are shown. */
export const propertyNames = {
  searchable: msg('Searched'),
  weight: msg('Weight'),
  wildcard: msg('Beginnings of words'),
  phrase_weight: msg('Words side by side'),
  user_phrase_check: msg('Only known phrases'),
  fuzzy: msg('Typos'),
  shingle: msg('Joined words'),
  stemmer: msg('Word forms'),
  boostable: msg('May be used by boosts'),
} as const;
export type Property = keyof typeof propertyNames;
export type Tuning = Pick<RelevanceField, Property>;
export const properties = Object.keys(propertyNames) as readonly Property[];

export const tuningIn = (field: Tuning): Tuning =>
  Object.fromEntries(properties.map((name) => [name, field[name]])) as unknown as Tuning;

export function valueText(t: Translate, weight: (value: number) => string, value: Tuning[Property]): string {
  if (typeof value === 'number') return value === 0 ? t('off') : weight(value);
  return value === true || value === '1' ? t('on') : t('off');
}

export function rateText(t: Translate, percent: (share: number) => string, rate: number): string {
  if (rate === 0) return t('OFF');
  return rate === 100 ? t('ALL') : percent(rate / 100);
}
