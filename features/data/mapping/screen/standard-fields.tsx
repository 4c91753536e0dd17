import { msg } from '#ui/text/i18n.ts';

export const standardFields: Readonly<Record<string, string>> = {
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
