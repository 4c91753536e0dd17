import { type ItemField, metafield, normalName, plainName } from '#feeds/mapping/item-fields.ts';

type Names = string;

/** Columns are normalised (see `normalName`), best first, and tried item by item. `#` is a number from 1. */
export interface Platform {
  readonly name: string;
  /** Columns of its header. `a|b`: one of them. */
  readonly signs: Names;
  readonly fields: Readonly<Partial<Record<'id' | ItemField, Names>>>;
  /** By column, the values that hide a product and its variants. */
  readonly hides?: Readonly<Record<string, RegExp>>;
  readonly rows?: ProductRowsOf;
  /** Pairs of columns; without a name the value is a list of `name=value`. */
  readonly options?: readonly (readonly [name: string, value: string])[];
  /** Every item gets the product's key and its options as its id. */
  readonly hasIdOfOptions?: true;
  readonly stock?: StockOf;
}

/** How to tell the first row of a product from those that continue it. */
interface ProductRowsOf {
  /** Only the first row of a product has it. */
  readonly first?: Names;
  readonly kind?: readonly [column: Names, product: RegExp, variant: RegExp];
  readonly key: Names;
  /** Names the key of the product; without it, rows belong to the product above. */
  readonly parent?: Names;
  /** Belongs to the product. Variants have their options in it. */
  readonly title?: Names;
  /** The first row is a variant, too. */
  readonly isFirstVariant?: true;
}

interface StockOf {
  readonly quantity: Names;
  /** Stock is counted where the column matches. */
  readonly tracked?: readonly [column: Names, pattern: RegExp];
  readonly sellsOn?: readonly [column: Names, pattern: RegExp];
}

const no = /^(?:0|-1|false|no|n)$/i;
const yes = /^(?:1|true|yes|y)$/i;

const platforms: readonly Platform[] = [
  {
    name: 'Shopify',
    signs: 'handle|url_handle option1_name option1_value variant_price|price',
    fields: {
      id: 'variant_id @id',
      name: 'title',
      description: 'body_html description',
      brand: 'vendor',
      category: 'product_category type custom_product_type standard_product_type google_shopping_google_product_category',
      price: 'variant_price price',
      price_before: 'variant_compare_at_price compare_at_price',
      image: 'variant_image variant_image_url image_src product_image_url',
      availability: '@availability',
      ean: 'variant_barcode barcode',
      product_code: 'variant_sku sku',
    },
    hides: {
      published: no,
      published_on_online_store: no,
      status: /^(?:draft|archived|unlisted)$/i,
    },
    rows: { first: 'title', key: 'handle url_handle', parent: 'handle url_handle', isFirstVariant: true },
    options: [['option#_name', 'option#_value']],
    hasIdOfOptions: true,
    stock: {
      quantity: 'variant_inventory_qty inventory_quantity',
      tracked: ['variant_inventory_tracker inventory_tracker', /\S/],
      sellsOn: ['variant_inventory_policy continue_selling_when_out_of_stock', /^(?:continue|true)$/i],
    },
  },
  {
    name: 'Wix',
    signs: 'handle_id|handle field_type name price',
    fields: {
      id: '@id',
      name: 'name',
      description: 'description plain_description',
      brand: 'brand',
      category: 'collection collections category',
      price: '@sale_price price',
      price_before: 'strikethrough_price price',
      image: 'product_image_url media',
      availability: 'inventory inventory_status',
      ean: 'barcode',
      product_code: 'sku',
    },
    hides: { visible: no },
    rows: { kind: ['field_type', /^product$/i, /^variant$/i], key: 'handle_id handle', parent: 'handle_id handle' },
    options: [
      ['product_option_name#', 'product_option_description#'],
      ['product_option_name#', 'product_option_choices#'],
    ],
    hasIdOfOptions: true,
  },
  {
    name: 'WooCommerce',
    signs: 'type sku name published visibility_in_catalog|catalog_visibility regular_price',
    fields: {
      id: 'id sku',
      name: 'name',
      description: 'description short_description',
      brand: 'brands brand',
      category: 'categories',
      price: 'sale_price regular_price',
      price_before: 'regular_price',
      image: 'images',
      availability: 'in_stock stock',
      ean: 'gtin_upc_ean_or_isbn ean gtin',
      product_code: 'sku',
    },
    hides: { published: no, visibility_in_catalog: /^hidden$/i, catalog_visibility: /^hidden$/i },
  },
  {
    name: 'Squarespace',
    signs: 'product_id variant_id product_page title option_name_1 option_value_1 visible',
    fields: {
      id: 'variant_id',
      name: 'title',
      description: 'description',
      category: 'categories',
      price: '@sale_price price',
      price_before: 'price',
      image: 'hosted_image_urls',
      availability: 'stock',
      product_code: 'sku',
    },
    hides: { visible: no },
    rows: { first: 'title', key: 'product_id', isFirstVariant: true },
    options: [['option_name_#', 'option_value_#']],
  },
  {
    name: 'BigCommerce',
    signs: 'item_type product_id product_name product_code_sku',
    fields: { id: '@id product_id', name: 'product_name', product_code: 'product_code_sku', availability: '@availability' },
    hides: { product_visible: no },
    rows: { kind: ['item_type', /^product$/i, /^sku$/i], key: 'product_id', title: 'product_name' },
    stock: { quantity: 'current_stock_level stock_level', tracked: ['track_inventory', /^by/i] },
  },
  {
    name: 'BigCommerce',
    signs: 'item id name sku options is_visible',
    fields: {
      id: 'id',
      name: 'name',
      price: 'sale_price price',
      price_before: 'retail_price price',
      product_code: 'sku',
      image: 'internal_image_url image_url',
      availability: '@availability',
    },
    hides: { is_visible: no },
    rows: { kind: ['item', /^product$/i, /^variant$/i], key: 'id' },
    stock: { quantity: 'current_stock', tracked: ['inventory_tracking', /^(?:product|variant|by)/i] },
  },
  {
    name: 'Ecwid',
    signs: 'type product_internal_id product_name',
    fields: {
      id: '@id product_internal_id',
      name: 'product_name',
      description: 'product_description',
      brand: 'product_brand',
      price: 'product_variation_price product_price',
      price_before: 'product_compare_to_price',
      image: 'product_variation_image product_variation_main_image_url product_media_main_image_url',
      category: 'product_category_1',
      ean: 'product_upc',
      product_code: 'product_variation_sku product_sku',
      availability: '@availability',
    },
    hides: { product_is_available: no },
    rows: { kind: ['type', /^product$/i, /^product_variation$/i], key: 'product_internal_id', parent: 'product_internal_id' },
    hasIdOfOptions: true,
    stock: {
      quantity: 'product_variation_quantity product_quantity',
      tracked: ['product_is_inventory_tracked', yes],
      sellsOn: ['product_quantity_out_of_stock_behaviour', /allow|preorder/i],
    },
  },
  {
    name: 'Shopware 6',
    signs: 'id parent_id product_number stock active',
    fields: { id: 'id' },
    hides: { active: no },
    rows: { kind: ['parent_id', /^$/, /\S/], key: 'id', parent: 'parent_id' },
  },
  {
    name: 'Shopware 5',
    signs: 'ordernumber mainnumber name active',
    fields: { id: 'ordernumber', item_group: 'mainnumber', name: 'name', product_code: 'ordernumber', availability: 'instock' },
    hides: { active: no },
  },
  {
    name: 'Square',
    signs: 'item_name variation_name token|variation_id',
    fields: {
      id: 'variation_id token',
      item_group: 'item_id item_name',
      name: 'item_name',
      category: 'categories reporting_category category',
      product_code: 'sku',
      ean: 'gtin',
    },
    hides: { archived: yes, square_online_item_visibility: /^(?:hidden|unavailable)$/i },
    options: [['option_name_#', 'option_value_#']],
  },
  {
    name: 'Etsy',
    signs: 'title price currency_code quantity image1 variation_1_name variation_1_values',
    fields: { name: 'title', currency: 'currency_code', image: 'image1', availability: 'quantity' },
    options: [['variation_#_name', 'variation_#_values']],
  },
];

/** The columns of a table by their normalised names. */
export class Columns {
  readonly all: readonly string[];
  readonly #byName = new Map<string, string>();
  readonly #found = new Map<string, readonly string[]>();

  constructor(columns: readonly string[]) {
    this.all = columns;
    const standard = columns.filter((column) => !metafield.test(column));
    for (const nameOf of [normalName, plainName])
      for (const column of standard) if (!this.#byName.has(nameOf(column))) this.#byName.set(nameOf(column), column);
  }

  named(names: Names = ''): readonly string[] {
    const known = this.#found.get(names);
    if (known !== undefined) return known;
    const found = names.split(' ').flatMap((name) => this.#byName.get(name) ?? (name.startsWith('@') ? name : []));
    this.#found.set(names, found);
    return found;
  }

  has(sign: string): boolean {
    return sign.split('|').some((name) => this.#byName.has(name));
  }
}

export const platformOf = (columns: Columns): Platform | null =>
  platforms.find(({ signs }) => signs.split(' ').every((sign) => columns.has(sign))) ?? null;

export const platformNamed = (name: string): Platform | undefined => platforms.find((platform) => platform.name === name);
