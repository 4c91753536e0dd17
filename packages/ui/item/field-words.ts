import { availabilityWords } from './item-cell.tsx';
import { msg, t } from '#ui/text/i18n.ts';

const standardFields: Readonly<Record<string, string>> = {
  id: msg('Id'),
  name: msg('Name'),
  description: msg('Description'),
  brand: msg('Brand'),
  category: msg('Category'),
  price: msg('Price'),
  price_before: msg('Price before'),
  currency: msg('Currency'),
  image: msg('Picture'),
  url: msg('Address'),
  availability: msg('Availability'),
  ean: msg('EAN'),
  product_code: msg('Product code'),
  item_group: msg('Variant group'),
  popularity: msg('Popularity'),
};

/** Fields of a shop keep their own names. */
export const fieldLabel = (name: string): string => t(standardFields[name] ?? name);

/** A choice of a select. */
export const fieldChoice = (name: string) => ({ value: name, label: fieldLabel(name) });

export function valueWord(field: string, value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? t('Yes') : t('No');
  const words: Readonly<Record<string, string>> = availabilityWords;
  return field === 'availability' ? t(words[String(value)] ?? String(value)) : String(value);
}
