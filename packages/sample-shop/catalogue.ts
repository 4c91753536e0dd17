import { pathSeparator, type FieldValue, type Item } from '#contract/item.ts';
import { drugstore } from '#sample-shop/departments/drugstore.ts';
import { electronics } from '#sample-shop/departments/electronics.ts';
import { fashion } from '#sample-shop/departments/fashion.ts';
import { garden } from '#sample-shop/departments/garden.ts';
import { home } from '#sample-shop/departments/home.ts';
import { kitchen } from '#sample-shop/departments/kitchen.ts';
import { pets } from '#sample-shop/departments/pets.ts';
import { sport } from '#sample-shop/departments/sport.ts';
import { stationery } from '#sample-shop/departments/stationery.ts';
import { toys } from '#sample-shop/departments/toys.ts';
import { books } from './books.ts';
import { inLanguage, type Both, type SampleLanguage } from './line.ts';
import { materials } from './materials.ts';
import { chance, eanOf, shopPrice } from './numbers.ts';
import { pictureNumber } from './picture.ts';
import { productsOf, type Product, type Variant } from './product.ts';
import { slugOf, typeset } from './wording.ts';

const departments = [garden, kitchen, home, sport, toys, electronics, fashion, drugstore, pets, stationery];
const shopAddress = 'https://sample-shop.example';

/**
 * The items of the sample shop, about a thousand, the same on every machine. Names, texts, categories and prices are in the language
 * of the project; the name and description in the other language are in fields of their own.
 */
export function* sampleShopItems(language: SampleLanguage): Generator<Item> {
  let number = 0;
  for (const product of [...departments.flatMap((department) => productsOf(department, materials)), ...books()]) {
    for (const variant of product.variants) {
      number += 1;
      yield itemOf(product, variant, number, language);
    }
  }
}

function itemOf(product: Product, variant: Variant, number: number, language: SampleLanguage): Item {
  const id = [product.key, ...(variant.key === '' ? [] : [slugOf(variant.key)])].join('-');
  const other = language === 'cs' ? 'en' : 'cs';
  const name = nameIn(product, variant, language);
  const fields: Record<string, FieldValue | null> = {
    name,
    description: textIn(product.description, language),
    [`name_${other}`]: nameIn(product, variant, other),
    [`description_${other}`]: textIn(product.description, other),
    brand: inLanguage(product.brand, language),
    category: product.path.map((level) => inLanguage(level, language)).join(pathSeparator),
    ...pricesIn(product, language),
    image: `/sample-shop/pictures/${pictureNumber(variant.picture)}.svg`,
    url: `${shopAddress}/${slugOf(name)}`,
    availability: availabilityOf(id),
    ean: eanOf(number),
    product_code: `${product.departmentCode}-${String(number).padStart(4, '0')}`,
    item_group: product.variants.length > 1 ? product.key : null,
    popularity: product.popularity,
    color: variant.colour && inLanguage(variant.colour, language),
    size: variant.size,
    material: product.material && inLanguage(product.material, language),
    author: product.author,
  };
  return { id, fields: withoutNull(fields) };
}

const nameIn = ({ name }: Product, { nameEnding }: Variant, language: SampleLanguage): string =>
  inLanguage(name, language) + inLanguage(nameEnding, language);

const textIn = (text: Both, language: SampleLanguage): string => typeset(inLanguage(text, language), language);

function pricesIn({ priceCzk, priceBeforeCzk }: Product, language: SampleLanguage): Record<string, FieldValue | null> {
  const currency = language === 'cs' ? 'CZK' : 'EUR';
  const price = shopPrice(priceCzk, currency);
  const before = priceBeforeCzk === null ? null : shopPrice(priceBeforeCzk, currency);
  return { price, price_before: before !== null && before > price ? before : null, currency };
}

const stockShares = { outOfStock: 0.08, preorder: 0.03 };

/** In the words that feeds are read into. */
function availabilityOf(id: string): string {
  const share = chance(`${id} stock`);
  if (share < stockShares.outOfStock) return 'out_of_stock';
  return share < stockShares.outOfStock + stockShares.preorder ? 'preorder' : 'in_stock';
}

const withoutNull = (fields: Readonly<Record<string, FieldValue | null>>): Record<string, FieldValue> =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, FieldValue] => entry[1] !== null));
