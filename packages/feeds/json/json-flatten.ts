import { FieldBag, problemOf } from '#feeds/feed-record.ts';
import type { ReadLimits } from '#feeds/limits.ts';
import { type ItemField, normalName } from '#feeds/mapping/item-fields.ts';
import { optionField, placeOf } from '#feeds/mapping/known-names.ts';
import { parsePrice } from '#feeds/values/price.ts';
import type { FlatItem } from '#feeds/xml/xml-flatten.ts';

export const neverPublished = 'never';

const pairPath = /param|attribut|propert|feature|detail|spec|option|custom|meta_?data/i;
const pairNames = ['option_display_name', 'name', 'key', 'label', 'attribute', 'attribute_code'];

/** `details.isbn` for nested objects, lists for arrays, `param.Colour` for a name with its value. */
export function flattenJson(
  item: Readonly<Record<string, unknown>>,
  limits: ReadLimits,
): FlatItem & { readonly hasLongNumber: boolean } {
  const bag = new FieldBag(limits);
  addObject(withDivisors(item), '', bag, limits.maxRecordDepth);
  return bag;
}

function addObject(object: Readonly<Record<string, unknown>>, path: string, bag: FieldBag, levelsLeft: number): void {
  if (path !== '' && addPair(object, path, bag, levelsLeft)) return;
  const unit = minorUnitOf(object, path);
  for (const key of Object.keys(object)) {
    if (unit !== null && minorAmount.test(key)) addAmount(object[key], path, key, unit, bag);
    else addValue(object[key], path === '' ? key : `${path}.${key}`, bag, levelsLeft - 1);
  }
}

/** Decimals of amounts in minor units, as in WooCommerce, commercetools, Etsy, Stripe, Square, Medusa 1 and Gumroad. */
function minorUnitOf(object: Json, path: string): number | null {
  const { currency_minor_unit: woo, fractionDigits, centAmount, divisor, unit_amount, amount, currency } = object;
  const isMinor = typeof unit_amount === 'number' || (path.endsWith('_money') && typeof amount === 'number');
  const usual = isMinor || isInCents(object) ? (wholeCurrencies.test(String(currency)) ? 0 : 2) : null;
  const ofEtsy = typeof divisor === 'number' && amount !== undefined ? Math.log10(divisor) : usual;
  const unit = woo ?? (centAmount === undefined ? ofEtsy : (fractionDigits ?? 2));
  return typeof unit === 'number' && unit >= 0 && unit <= 4 ? unit : null;
}

/** `"price": 1500, "formatted_price": "$15"` */
function isInCents({ price, formatted_price: written }: Json): boolean {
  const amount = typeof price === 'number' && typeof written === 'string' ? parsePrice(written)?.amount : undefined;
  return amount !== undefined && amount > 0 && Math.round(amount * centsPerUnit) === price;
}

const centsPerUnit = 100;

/** Medusa 1 has amounts in cents beside the stock; since version 2 they are in units. */
function withDivisors(item: Json): Json {
  const { prices, inventory_quantity: stock } = item;
  const isWhole = ({ amount, currency_code: code, ...others }: Json): boolean =>
    Number.isInteger(amount) && typeof code === 'string' && !('raw_amount' in others) && !('price_set_id' in others);
  if (stock === undefined || !Array.isArray(prices) || !(prices as Json[]).every(isWhole)) return item;
  const divisorOf = (code: unknown) => (wholeCurrencies.test(String(code)) ? 1 : centsPerUnit);
  return { ...item, prices: (prices as Json[]).map((price) => ({ ...price, divisor: divisorOf(price['currency_code']) })) };
}

const minorAmount = /^(?:price|regular_price|sale_price|centAmount|unit_amount|amount)$/;
const wholeCurrencies = /^(?:jpy|krw|vnd|clp|pyg|ugx|xaf|xof)$/i;

function addAmount(value: unknown, path: string, key: string, unit: number, bag: FieldBag): void {
  if (value === '' || value === null || Number.isNaN(Number(value))) return;
  const name = /amount$/i.test(key) ? (path === '' ? 'price' : 'amount') : key;
  bag.add(path === '' ? name : `${path}.${name}`, Number(value) / 10 ** unit);
}

function addValue(value: unknown, path: string, bag: FieldBag, levelsLeft: number): void {
  if (typeof value === 'string') {
    const text = value.trim();
    if (text !== '') bag.add(path, text);
  } else if (typeof value === 'number') {
    bag.hasLongNumber ||= value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER;
    bag.add(path, value);
  } else if (typeof value === 'boolean') bag.add(path, value);
  else if (levelsLeft <= 0) refuseDepth(bag);
  else if (Array.isArray(value)) for (const each of value) addValue(each, path, bag, levelsLeft - 1);
  else if (value === null && path === 'published_at') bag.add(path, neverPublished);
  else if (value !== null) addObject(value as Record<string, unknown>, path, bag, levelsLeft);
}

function refuseDepth(bag: FieldBag): void {
  if (!bag.problems.some(({ reason }) => reason === 'recordTooDeep')) bag.problems.push(problemOf('recordTooDeep', 'error'));
}

function addPair(object: Readonly<Record<string, unknown>>, path: string, bag: FieldBag, levelsLeft: number): boolean {
  const value =
    object.value ??
    object.value_name ??
    (object.option_display_name === undefined ? undefined : object.label) ??
    (areTexts(object.options) ? object.options : undefined);
  if (!pairPath.test(path) || value === undefined) return false;
  // Medusa: `{ value: 'Brown', option: { title: 'Colour' } }`.
  const named = { name: (object.option as Json | undefined)?.title, ...object };
  const name = pairNames.map((key) => named[key as 'name']).find((each) => typeof each === 'string' && each.trim() !== '');
  if (typeof name !== 'string') return false;
  // WordPress hides such metadata.
  if (path.endsWith('meta_data') && name.startsWith('_')) return true;
  addValue(value, /^option(?:s|_values)$/.test(path) ? optionField(name.trim()) : `param.${name.trim()}`, bag, levelsLeft - 1);
  return true;
}

const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string');

type Json = Readonly<Record<string, unknown>>;

const listNames = ['variants', 'variations', 'combinations', 'skus', 'sizes', 'product_variants', 'productVariants'];
const idNames = ['id', 'sku', 'code', 'variant_id', 'variantId', 'productId'];
/** The id of a variant; that of its product is the group. */
const ownIdNames = ['id', 'variant_id', 'variantId', 'variation_id', 'variationId', 'itemId', 'sku', 'code'];
const variantNames = ['sku', 'price', 'barcode', 'ean', 'gtin', 'available', 'stock', 'inventory_quantity', ...idNames];
const partKeys = ['size', 'color', 'colour', 'weight', 'volume'];
const shopifyOptions = ['option1', 'option2', 'option3'];

/**
 * Variants inherit the item's fields and share `@item_group`. A variant's name becomes `variant_title`: it is only `M / White`.
 */
export function jsonVariants(given: Json): Json[] {
  const item = ofShopifyPage(unwrapped(given));
  const inGroup = itemsOfGroup(item);
  if (inGroup) return inGroup.flatMap(jsonVariants);
  const list =
    listNames.find((name) => isVariantList(item[name])) ??
    (areItemsOfVtex(item['items']) ? 'items' : undefined) ??
    pricedList(item);
  if (list === undefined) return [item];
  const { [list]: variants, ...base } = item;
  const group = [...idNames, 'handle', 'name', 'title']
    .map((name) => base[name])
    .find((id) => typeof id === 'string' || typeof id === 'number');
  return (variants as Json[]).map((variant, at) => {
    const { title, name, ...own } = unwrapped(variant);
    const label = title ?? name;
    const paired = pairedOptions(base, variant);
    const options = paired ?? optionsOf(base, variant);
    const known = Object.fromEntries(Object.entries(own).filter(([, value]) => !isNothing(value)));
    const parts = [label ?? known['label'], ...partKeys.map((key) => known[key])].filter((each) => typeof each === 'string');
    const isNumbered = group !== undefined && ((variants as Json[]).length > 1 || base['id'] === undefined);
    const id =
      ownIdNames.map((key) => known[key]).find((each) => each !== undefined) ??
      (isNumbered ? `${String(group)}-${normalName(parts.join('-')) || at}` : undefined);
    return {
      ...without(base, ['sku', 'barcode', 'ean', 'gtin', ...replacedNames(base, known)]),
      ...(id === undefined ? {} : { id }),
      ...known,
      ...pictureOf(base, variant),
      ...(options ? { options } : {}),
      ...(paired ? { attributes: [], values: [] } : {}),
      ...(label === undefined || label === 'Default Title' ? {} : { variant_title: label }),
      ...(group === undefined ? {} : { '@item_group': String(group) }),
    };
  });
}

/** Product pages of Shopify have amounts in cents, unlike its lists of products: their variants have options in a list. */
function ofShopifyPage(item: Json): Json {
  const isPage = item['price_varies'] !== undefined;
  if (!isPage && !Array.isArray(item['variants'])) return item;
  const variants = (item['variants'] ?? []) as Json[];
  const isOfPage = ({ title, options, price }: Json): boolean =>
    Number.isInteger(price) && areTexts(options) && (options as string[]).join(' / ') === title;
  if (!isPage && !variants.some(isOfPage)) return item;
  const inUnits = (one: Json): Json =>
    Object.fromEntries(
      Object.entries(one).map(([name, value]) => [
        name,
        pageAmount.test(name) && Number.isInteger(value) ? Number(value) / centsPerUnit : value,
      ]),
    );
  return { ...(isPage ? inUnits(item) : item), ...(variants.length > 0 ? { variants: variants.map(inUnits) } : {}) };
}

const pageAmount = /^(?:compare_at_)?price(?:_m(?:in|ax))?$/;

/** `sizes_on_order: [{ size: "45", price: 1767 }]` of an item without a price of its own. */
function pricedList(item: Json): string | undefined {
  for (const name in item) {
    const value = item[name];
    if (!Array.isArray(value) || !isObject(value[0]) || otherPrices.test(name)) continue;
    if (value.every(isPricedPart)) return hasField(item, 'price') ? undefined : name;
  }
  return undefined;
}

function isPricedPart(part: unknown): boolean {
  const keys = isObject(part) ? Object.keys(part) : [];
  return keys.some((key) => partName.test(key)) && !keys.some((key) => /currency/i.test(key)) && hasField(part as Json, 'price');
}

const partName = /^(?:size|label|name|title|weight|volume|portion|option|variant|pack)$/i;
const otherPrices = /price|offer|seller|tier|shipping|deliver|addon|extra|topping|bundle|related/i;

/** Square: `{ "id": …, "item_data": { "name": … } }`, and `{ "node": { "name": … } }` of GraphQL. */
function unwrapped(item: Json): Json {
  if (hasField(item, 'name')) return item;
  const inner = Object.entries(item).filter(([key, value]) => ofData.test(key) && isObject(value) && hasField(value, 'name'));
  const [only, other] = inner;
  return only === undefined || other !== undefined ? item : { ...without(item, [only[0]]), ...(only[1] as Json) };
}

const ofData = /^node$|_data$/;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const itemLists = /^(?:products?|items|productos|produtos|prodotti|produits|produkte|produkty|artikel|urunler|товары|товари)$/i;

/** A category with its products in a list: priced objects in one that has no price itself. */
function itemsOfGroup(group: Json): Json[] | null {
  const [name, list] = Object.entries(group).find(([key, value]) => itemLists.test(key) && Array.isArray(value)) ?? [];
  if (name === undefined || hasField(group, 'price') || hasField(group, 'ean')) return null;
  const items = (list as unknown[]).filter((item): item is Json => typeof item === 'object' && item !== null);
  if (items.length === 0 && name.toLowerCase() === 'items') return null;
  if (!items.every((item) => hasField(item, 'price') && hasField(item, 'name'))) return null;
  const title = Object.entries(group).find(
    ([key, value]) =>
      typeof value === 'string' && (['name', 'category'] as const).some((field) => placeOf(field, normalName(key)) !== -1),
  );
  return items.map((item) => (title === undefined || hasField(item, 'category') ? item : { ...item, category: title[1] }));
}

const hasField = (item: Json, field: ItemField): boolean =>
  Object.keys(item).some((key) => placeOf(field, normalName(key)) !== -1);

/** The product's prices when the variant has its own, and likewise its stock. */
function replacedNames(base: Json, own: Json): string[] {
  const replaced = (fields: readonly ItemField[]): string[] => {
    const isOfField = (name: string) => fields.some((field) => placeOf(field, normalName(name)) !== -1);
    return Object.keys(own).some(isOfField) ? Object.keys(base).filter(isOfField) : [];
  };
  return [...replaced(['price', 'price_before']), ...replaced(['availability'])];
}

function isVariantList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((each) => typeof each === 'object' && each !== null && variantNames.some((name) => name in each))
  );
}

/** The SKUs of VTEX; elsewhere `items` are the parts of a set. */
const areItemsOfVtex = (value: unknown): boolean => isVariantList(value) && (value as Json[]).every((each) => 'itemId' in each);

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function without(object: Json, names: readonly string[]): Json {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

function pictureOf(item: Json, variant: Json): Json {
  const own = variant['featured_image'] ?? variant['image'];
  return isNothing(own) ? {} : { variant_image: pictureAddress(own, item) };
}

function pictureAddress(picture: unknown, item: Json): unknown {
  if (typeof picture !== 'object' || picture === null) return picture;
  const { src, url } = picture as Json;
  return src ?? url ?? item['image'] ?? '';
}

/** `option1: "M"` becomes `{ name: "Size", value: "M" }`. */
function optionsOf({ options }: Json, variant: Json): Json[] | null {
  if (!Array.isArray(options) || !shopifyOptions.some((name) => typeof variant[name] === 'string')) return null;
  return shopifyOptions.flatMap((key, index) => {
    const value = variant[key];
    const name: unknown = (options[index] as Json | undefined)?.['name'];
    return typeof value === 'string' && typeof name === 'string' && value !== 'Default Title' ? [{ name, value }] : [];
  });
}

/** The `attributes` of the item name the `values` of the variant, as in Tiendanube. */
function pairedOptions({ attributes }: Json, { values }: Json): Json[] | null {
  if (!Array.isArray(attributes) || !Array.isArray(values) || attributes.length !== values.length) return null;
  const pairs = values.map((value, index) => ({ name: textOf(attributes[index]), value: textOf(value) }));
  return pairs.every(({ name, value }) => name !== null && value !== null) ? pairs : null;
}

/** A text, or the first of `{ "en": "Size", "es": "Talla" }`. */
function textOf(value: unknown): string | null {
  const text: unknown = typeof value === 'object' && value !== null ? Object.values(value)[0] : value;
  return typeof text === 'string' && text.trim() !== '' ? text : null;
}
