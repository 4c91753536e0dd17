import type { ItemField } from './item-fields.ts';

const list = (names: string): readonly string[] => names.trim().split(/\s+/);

/**
 * Normalised names (see `normalName`) that feeds use for the id and the standard fields, the best first. They come from the
 * specifications of Google Merchant, Atom, Heureka, Zboží, Shoptet, Yandex, from exports of Shopify, Spree, Vendure, Bagisto,
 * Findologic, and from open catalogues.
 */
export const knownNames: Readonly<Record<ItemField | 'id', readonly string[]>> = {
  id: list(
    'id item_id itemid product_id productid object_id objectid code kod kod_produktu kod_zbozi kod_sukl guid uid sku variant_sku asin product_code category_id variant_id number handle slug link_href external_id key',
  ),
  name: list(
    'productname product_name title name product nazev nazev_produktu nazev_pripravku nazev_zbozi item_name display_name variant_name category_name jmeno nazov nazwa bezeichnung titel artikelname nom nombre naziv label',
  ),
  description: list(
    'description long_description product_description popis dlouhy_popis popis_produktu desc body_html content short_description kratky_popis summary perex opis beschreibung bullet_points text',
  ),
  brand: list(
    'brand manufacturer vendor znacka vyrobce brand_name manufacturer_name supplier producer producent marka marke hersteller designer author publisher attrib_brand',
  ),
  category: list(
    'product_type category categorytext category_text category_path category_fullname category_full_name categories_default_category default_category categories product_category kategorie kategoria kategorien hierarchical_categories google_product_category google_shopping_google_product_category category1 attrib_cat path_name type',
  ),
  price: list(
    'sale_price discount_price akcni_cena price_vat price_with_vat price_incl_vat price cena cena_s_dph cena_vc_dph prodejni_cena current_price variant_price preis prix precio prezzo',
  ),
  price_before: list(
    'price_before price_before_discount original_price old_price oldprice list_price regular_price compare_at_price variant_compare_at_price standard_price puvodni_cena bezna_cena overridden_price rrp msrp prop_old_price',
  ),
  currency: list('currency currency_id currencyid price_currency mena waluta waehrung wahrung'),
  image: list(
    'image_link image imgurl img_url image_url imageurl main_image default_image picture picture_url images img image_src img_high img_500x500 image0 image1_src photo obrazek bild foto cover thumbnail thumb img_low',
  ),
  url: list('link url product_url orig_url link_href href permalink page_url deeplink odkaz adresa'),
  availability: list(
    'availability availability_in_stock dostupnost stock_status delivery_date in_stock is_in_stock available stock stock_amount stock_quantity quantity qty quantity_on_stock stock_on_hand inventory_count variant_inventory_qty skladem sklad verfuegbarkeit dostepnosc prop_availability',
  ),
  ean: list('ean gtin ean13 gtin13 gtin14 gtin12 ean_code barcode variant_barcode carovy_kod upc isbn isbn13'),
  product_code: list(
    'mpn product_code productno product_no part_number vendor_code manufacturer_code sku variant_sku code kod katalogove_cislo catalog_number item_number ordernumber order_number all_ordernumbers_ordernumber',
  ),
  item_group: list('item_group_id itemgroup_id item_group group_id pair_code paircode parent_sku'),
  popularity: list('popularity popularita sales sold sales_count sales_frequency orders_count order_count prodanost views'),
};

/** Names that stand for a field when none of the known ones is there. */
export const namePatterns: Readonly<Partial<Record<ItemField | 'id', RegExp>>> = {
  id: /(?:^|_)(?:kod|code|sku)(?:_|$)|^(?:item|product|article|artikel|produkt|zbozi|offer)_?(?:id|no|nr|number)$/,
  name: /^(?:name|title|nazev)_|_(?:name|title|nazev)$/,
  description: /^(?:description|popis)_|_(?:description|popis)$/,
  price: /(?:^|_)(?:price|cena|preis)(?:_|$)/,
};

/** Names of a reduced price, beside which the field `price` holds the price before. */
export const salePriceNames: ReadonlySet<string> = new Set(['sale_price', 'discount_price', 'akcni_cena']);

/** Fields where a number means days until dispatch. */
export function isDeliveryName(name: string): boolean {
  return /delivery|dodani|dodaci|lieferzeit/.test(name);
}
