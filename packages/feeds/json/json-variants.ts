type Json = Readonly<Record<string, unknown>>;

const listNames = ['variants', 'variations', 'skus', 'product_variants', 'productVariants'];
const idNames = ['id', 'sku', 'code', 'variant_id', 'variantId'];
/** What tells a variant from a list of its options. */
const variantNames = ['sku', 'price', 'barcode', 'ean', 'gtin', 'available', 'stock', 'inventory_quantity', ...idNames];
/** What Shopify calls the options of its variants. */
const shopifyOptions = ['option1', 'option2', 'option3'];

/**
 * The variants of a parsed item, each with the item's fields, its own where it has some, and `@item_group` in common. The item
 * alone when it has none. A variant's name is added to the item's fields as `variant_title`, since it says `M / White` only.
 */
export function jsonVariants(item: Json): Json[] {
  const list = listNames.find((name) => isVariantList(item[name]));
  if (list === undefined) return [item];
  const { [list]: variants, ...base } = item;
  const group = [...idNames, 'handle'].map((name) => base[name]).find((id) => typeof id === 'string' || typeof id === 'number');
  return (variants as Json[]).map((variant) => {
    const { title, name, ...own } = variant;
    const label = title ?? name;
    const options = optionsOf(base, variant);
    const known = Object.fromEntries(Object.entries(own).filter(([, value]) => !isNothing(value)));
    return {
      ...without(base, ['price', 'sku', 'barcode', 'ean', 'gtin']),
      ...(isNothing(own['price']) && !isNothing(base['price']) ? { price: base['price'] } : {}),
      ...known,
      ...pictureOf(base, variant),
      ...(options ? { options } : {}),
      ...(label === undefined || label === 'Default Title' ? {} : { variant_title: label }),
      ...(group === undefined ? {} : { '@item_group': String(group) }),
    };
  });
}

function isVariantList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((each) => typeof each === 'object' && each !== null && variantNames.some((name) => name in each))
  );
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Prices and codes of one variant must not become those of another. */
function without(object: Json, names: readonly string[]): Json {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** A variant without a picture has the item's. */
function pictureOf(item: Json, variant: Json): Json {
  const own = variant['featured_image'] ?? variant['image'];
  return isNothing(own) ? {} : { variant_image: pictureAddress(own, item) };
}

function pictureAddress(picture: unknown, item: Json): unknown {
  if (typeof picture !== 'object' || picture === null) return picture;
  const { src, url } = picture as Json;
  return src ?? url ?? item['image'] ?? '';
}

/** `option1: "M"` with the item's name of the first option: `{ name: "Size", value: "M" }`. */
function optionsOf(item: Json, variant: Json): Json[] | null {
  const { options } = item;
  if (!Array.isArray(options) || !shopifyOptions.some((name) => typeof variant[name] === 'string')) return null;
  return shopifyOptions.flatMap((key, index) => {
    const value = variant[key];
    const name: unknown = (options[index] as Json | undefined)?.['name'];
    return typeof value === 'string' && typeof name === 'string' && value !== 'Default Title' ? [{ name, value }] : [];
  });
}
