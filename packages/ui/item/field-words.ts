import { availabilityWords } from './item-cell.tsx';
import { categoryText, formats } from '#ui/text/format.ts';
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
  color: msg('Colour'),
  colour: msg('Colour'),
  size: msg('Size'),
  material: msg('Material'),
  author: msg('Author'),
};

/** Fields of a shop keep their own names. */
export const fieldLabel = (name: string): string =>
  Object.hasOwn(standardFields, name) ? t(standardFields[name] ?? name) : name;

/** A choice of a select. */
export const fieldChoice = (name: string) => ({ value: name, label: fieldLabel(name) });

const isoDate = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/** A date as people write it; other texts unchanged. */
function dateWord(text: string): string {
  if (!isoDate.test(text) || Number.isNaN(Date.parse(text))) return text;
  return text.includes('T') && !/T00:00(:00(\.0+)?)?(Z|$)/.test(text)
    ? formats.moment(Date.parse(text))
    : formats.dayIn(Date.parse(text.slice(0, 10)), 'UTC');
}

export function valueWord(field: string, value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? t('Yes') : t('No');
  const words: Readonly<Record<string, string>> = availabilityWords;
  if (field === 'category') return categoryText(String(value));
  return field === 'availability' ? t(words[String(value)] ?? String(value)) : dateWord(String(value));
}
