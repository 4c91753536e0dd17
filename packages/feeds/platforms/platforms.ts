import type { ItemField } from '#feeds/mapping/item-fields.ts';

type Names = string;

/** Columns are normalised (see `normalName`), best first, and tried item by item. `#` is a number from 1. */
export interface Platform {
  readonly name: string;
  /** Columns of its header. `a|b`: one of them. */
  readonly signs: Names;
  readonly fields: Readonly<Partial<Record<'id' | ItemField, Names>>>;
  /** By column, the values that hide a product and its variants. */
  readonly hides?: Readonly<Record<string, RegExp>>;
  /** Its columns are shifted in some versions: a flag that hides everything is ignored. */
  readonly mayHideNone?: true;
  readonly rows?: ProductRowsOf;
  /** Pairs of columns; without a name the value is a list of `name=value`. */
  readonly options?: readonly (readonly [name: string, value: string])[];
  /** Between several values of an option; a semicolon if not given. */
  readonly betweenValues?: string;
  /** Columns beside them that say nothing of an item. */
  readonly aboutOptions?: Names;
  /** Columns of other markets, and those that the platform hides. */
  readonly others?: RegExp;
  /** Every item gets the product's key and its options as its id. */
  readonly hasIdOfOptions?: true;
  readonly stock?: StockOf;
}

/** How to tell the first row of a product from those that continue it. */
interface ProductRowsOf {
  /** Only the first row of a product has it. */
  readonly first?: Names;
  readonly kind?: readonly [column: Names, product: RegExp, variant: RegExp, picture?: RegExp];
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

const inLanguages = (names: Names): Names =>
  'nl en us de fr es it da sv no pl cs sk pt tr'
    .split(' ')
    .flatMap((language) => names.split(' ').map((name) => `${language}_${name}`))
    .join(' ');

/** Columns of its product grid in several languages. */
const grossPrices =
  'price_tax_incl|prix_ttc|preis_inkl_mw_st|preis_inkl_steuern|preis_brutto|cena_brutto|cena_s_dph|cena_s_dani|konecna_cena|precio_imp_incl|precio_impuestos_incluidos|precio_final|prezzo_tasse_incl|prezzo_iva_inclusa|prezzo_finale|final_price|prix_final|prijs_incl_btw|preco_com_iva';
const netPrices =
  'price_tax_excl|prix_ht|preis_zzgl_mw_st|preis_ohne_mw_st|preis_exkl_mw_st|preis_exkl_steuern|preis_netto|cena_netto|cena_bez_dph|cena_bez_dane|zakladni_cena|precio_imp_excl|precio_impuestos_excluidos|precio_base|prezzo_tasse_escl|prezzo_iva_esclusa|prezzo_base|base_price|prix_de_base|prijs_excl_btw|preco_sem_iva';

export const platforms: readonly Platform[] = [
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
    aboutOptions: 'option#_linked_to',
    others: /^(?:Included|Price|Compare At Price) \/ ./,
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
    aboutOptions: 'product_option_type#',
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
    others: /^\p{L}+\s?: ?_/u,
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
    name: 'BigCommerce v3',
    signs: 'item id name sku options is_visible',
    fields: {
      id: 'id',
      name: 'name',
      price: 'sale_price price',
      price_before: 'price',
      product_code: 'sku',
      image: 'internal_image_url image_url',
      url: 'product_url',
      availability: '@availability',
    },
    hides: { is_visible: no },
    rows: { kind: ['item', /^product$/i, /^variant$/i, /^image$/i], key: 'id' },
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
    name: 'PrestaShop',
    signs: `id|product_id position|pozycja|pozice|pozicia|posicion|posizione|positie|posicao ${grossPrices} ${netPrices}`,
    fields: {
      id: 'product_id id',
      name: 'name nom nombre nome nazwa nazev nazov naam',
      category: 'category categorie kategorie kategoria categoria',
      price: grossPrices.replaceAll('|', ' '),
      image: 'image imagen immagine bild obraz zdjecie obrazek foto afbeelding imagem',
      availability: 'quantity quantite menge cantidad quantita ilosc mnozstvi mnozstvo aantal quantidade',
      product_code: 'reference referencia riferimento indeks kod artikel_nr referenz referentie referencni_kod',
    },
    hides: Object.fromEntries(
      'status active etat statut actif estado activo stato attivo aktiviert aktiv stan wyswietlany aktywny stav zobrazeno aktivni aktivne ingeschakeld ativo'
        .split(' ')
        .map((name) => [name, no]),
    ),
    mayHideNone: true,
  },
  {
    name: 'PrestaShop import',
    signs: 'name active tax_rules_id reference price_tax_excluded|price_tax_included|price_tax_excluded_or_price_tax_included',
    fields: {
      id: 'product_id id',
      name: 'name',
      description: 'description short_description',
      brand: 'manufacturer',
      category: 'categories',
      price: '@sale_price price_tax_included price_tax_excluded_or_price_tax_included price_tax_excluded unit_price',
      price_before: 'price_tax_included price_tax_excluded_or_price_tax_included price_tax_excluded',
      image: 'image_urls',
      ean: 'ean13 upc',
      product_code: 'reference',
      availability: '@availability',
    },
    hides: { active: no },
    mayHideNone: true,
    stock: { quantity: 'quantity', sellsOn: ['out_of_stock', /^1$/] },
  },
  {
    name: 'OpenCart',
    signs: 'product_id model image_name|image status stock_status_id|manufacturer_id|tax_class_id',
    fields: {
      id: 'product_id',
      name: 'name',
      description: 'description',
      brand: 'manufacturer',
      image: 'image_name image',
      product_code: 'sku model',
      availability: 'quantity',
    },
    hides: { status: /^(?:0|false|disabled|no)$/i },
    mayHideNone: true,
  },
  {
    name: 'Lightspeed',
    signs: 'internal_id variant_id visible price stock_level',
    fields: {
      id: 'variant_id',
      item_group: 'internal_id',
      name: inLanguages('title_long title_short'),
      description: inLanguages('description_long description_short'),
      price_before: 'price_old',
      product_code: 'sku',
      ean: 'ean',
      availability: '@availability',
    },
    hides: { visible: no },
    stock: { quantity: 'stock_level', tracked: ['stock_track', /^(?:y|yes|1|true|enabled)$/i] },
  },
  {
    name: 'Medusa',
    signs: 'product_id product_handle product_title variant_id option_1_name option_1_value',
    fields: {
      id: 'variant_id',
      item_group: 'product_id',
      name: 'product_title',
      description: 'product_description',
      image: 'product_thumbnail image_1_url',
      ean: 'variant_barcode variant_ean',
      product_code: 'variant_sku',
      availability: '@availability',
    },
    hides: { product_status: /^(?:draft|proposed|rejected)$/i },
    options: [['option_#_name', 'option_#_value']],
    stock: {
      quantity: 'variant_inventory_quantity',
      tracked: ['variant_manage_inventory', yes],
      sellsOn: ['variant_allow_backorder', yes],
    },
  },
  {
    name: 'Nuvemshop',
    signs:
      'identificador_de_url nome|nombre nome_da_propriedade_1|nombre_de_propiedad_1 valor_da_propriedade_1|valor_de_propiedad_1 preco|precio',
    fields: {
      id: '@id',
      name: 'nome nombre',
      category: 'categorias',
      price: 'preco_promocional precio_promocional preco precio',
      price_before: 'preco precio',
      availability: '@availability',
      product_code: 'sku',
      ean: 'codigo_de_barras',
    },
    hides: { exibir_na_loja: /^n[aã]o$/i, mostrar_en_tienda: no },
    rows: { first: 'nome nombre', key: 'identificador_de_url', parent: 'identificador_de_url', isFirstVariant: true },
    options: [
      ['nome_da_propriedade_#', 'valor_da_propriedade_#'],
      ['nombre_de_propiedad_#', 'valor_de_propiedad_#'],
    ],
    hasIdOfOptions: true,
    stock: { quantity: 'estoque stock', tracked: ['estoque stock', /\S/] },
  },
  {
    name: 'Rakuten',
    signs: '商品管理番号_商品url sku管理番号 商品名 倉庫指定',
    fields: {
      id: '@id',
      name: '商品名',
      description: 'pc用商品説明文 キャッチコピー',
      price: '通常購入販売価格',
      price_before: '表示価格',
      availability: '在庫数',
      product_code: 'sku管理番号',
    },
    hides: { 倉庫指定: yes },
    rows: { first: '商品名', key: '商品管理番号_商品url', parent: '商品管理番号_商品url' },
    options: [['バリエーション項目キー#', 'バリエーション項目選択肢#']],
    hasIdOfOptions: true,
  },
  {
    name: 'Etsy',
    signs:
      'title|titel|titre|titulo|titolo|tytul price|preis|prix|precio|prezzo|prijs|preco|cena currency_code|wahrungscode|code_devise|codigo_de_moneda|codice_valuta|valutacode|codigo_da_moeda|kod_waluty image1|image_1|bild1|bild_1|imagen1|imagen_1|immagine1|immagine_1|afbeelding1|afbeelding_1|imagem1|imagem_1|zdjecie1|zdjecie_1',
    fields: {
      name: 'title titel titre titulo titolo tytul',
      currency: 'currency_code wahrungscode code_devise codigo_de_moneda codice_valuta valutacode codigo_da_moeda kod_waluty',
      image:
        'image1 image_1 bild1 bild_1 imagen1 imagen_1 immagine1 immagine_1 afbeelding1 afbeelding_1 imagem1 imagem_1 zdjecie1 zdjecie_1',
      availability: 'quantity stuckzahl anzahl quantite cantidad quantita aantal quantidade ilosc',
      product_code: 'sku bestandseinheit reference',
    },
    options: [
      ['variation_#_name', 'variation_#_values'],
      ['variation_#_name', 'variation_#_werte'],
      ['variationsname_#', 'variationswert_#'],
      ['nom_variation_#', 'valeurs_variation_#'],
      ['nombre_de_variacion_#', 'valores_de_variacion_#'],
      ['nome_variante_#', 'valori_variante_#'],
    ],
    betweenValues: ',',
    aboutOptions: 'variation_#_type variation_#_typ variationstyp_# type_variation_# tipo_variante_#',
  },
];

/** Records of APIs, recognised by the fields of the first ones. */
export const recordPlatforms: readonly Platform[] = [
  {
    name: 'Magento records',
    signs: 'sku name type_id attribute_set_id status visibility',
    fields: {},
    hides: { status: /^2$/, visibility: /^1$/ },
  },
  {
    name: 'IdeaSoft',
    signs: 'label stock_code currency_abbr',
    fields: {},
    hides: { status: /^0$/ },
  },
  {
    name: 'CommerceML',
    signs: 'ид наименование',
    fields: { brand: 'изготовитель_наименование', currency: 'цены_цена_валюта' },
    hides: { статус: /^удален$/i, пометка_удаления: /^true$/i },
  },
  {
    name: 'WooCommerce records',
    signs: 'id name type status catalog_visibility stock_status',
    fields: {},
    hides: { status: /^(?:draft|pending|private|future|trash)$/, catalog_visibility: /^hidden$/ },
  },
];
