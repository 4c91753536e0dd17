import { expect, test } from 'vitest';
import { expectItems, type FeedCase } from '#feeds/testing/read-items.ts';
import { platforms, recordPlatforms } from './platforms.ts';

const variation = (id: string, size: number) =>
  `<variation><variationid>${id}</variationid><link>https://s.example/p</link><price_with_vat>9${size}</price_with_vat><size>${size}</size><quantity>1</quantity></variation>`;
const shoptetVariant = (id: number, amount: number, negative: number) =>
  `<VARIANT id="${id}"><CODE>C/${id}</CODE><PRICE_VAT>10</PRICE_VAT><VISIBLE>${id === 9 ? 0 : 1}</VISIBLE><STOCK><AMOUNT>${amount}</AMOUNT></STOCK><NEGATIVE_AMOUNT>${negative}</NEGATIVE_AMOUNT>
  <PARAMETERS><PARAMETER><NAME>Barva</NAME><VALUE>b${id}</VALUE></PARAMETER></PARAMETERS></VARIANT>`;
const meta = (key: string, value: string | number) =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`;
const wxrItem = (id: number, type: string, title: string, more: string, status = 'publish') =>
  `<item><title>${title}</title><link>https://s.example/?p=${id}</link><content:encoded>Text ${id}</content:encoded><wp:post_id>${id}</wp:post_id><wp:status>${status}</wp:status><wp:post_type>${type}</wp:post_type>${more}</item>`;
const term = (domain: string, text: string) => `<category domain="${domain}" nicename="x"><![CDATA[${text}]]></category>`;
const wxr = (items: string) =>
  `<rss xmlns:content="c" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Shop</title><wp:wxr_version>1.2</wp:wxr_version>${items}</channel></rss>`;

const cases: readonly (readonly [what: string, text: string, items: FeedCase['items']])[] = [
  [
    'Skroutz: variations with ids of their own',
    `<shop><products><product><id>P1</id><name>Shoe</name><price_with_vat>91</price_with_vat><quantity>2</quantity><variations>${variation('1.40', 40)}${variation('1.41', 41)}</variations></product>
    <product><name>Boot</name><price_with_vat>80</price_with_vat><variations>${variation('2.40', 40)}</variations></product><product><id>P3</id><name>Cap</name><price_with_vat>5</price_with_vat></product></products></shop>`,
    {
      '1.40': { name: 'Shoe', price: 940, item_group: 'P1', size: '40' },
      '1.41': { item_group: 'P1' },
      '2.40': { name: 'Boot' },
      P3: { price: 5 },
    },
  ],
  [
    'Shoptet: products that are sold without stock, and hidden variants',
    `<SHOP><SHOPITEM id="1"><NAME>Rug</NAME><CATEGORIES><CATEGORY>Home</CATEGORY></CATEGORIES><VISIBILITY>visible</VISIBILITY><VARIANTS>${shoptetVariant(7, 0, 1)}${shoptetVariant(8, 0, 0)}${shoptetVariant(9, 3, 0)}</VARIANTS></SHOPITEM>
    <SHOPITEM id="2"><NAME>Old rug</NAME><CODE>O</CODE><PRICE_VAT>5</PRICE_VAT><VISIBILITY>hidden</VISIBILITY><STOCK><AMOUNT>2</AMOUNT></STOCK><NEGATIVE_AMOUNT>0</NEGATIVE_AMOUNT></SHOPITEM>
    <SHOPITEM id="3"><NAME>Mat</NAME><CODE>M</CODE><PRICE_VAT>5</PRICE_VAT><VISIBILITY>visible</VISIBILITY><STOCK><AMOUNT>-2</AMOUNT></STOCK><NEGATIVE_AMOUNT>1</NEGATIVE_AMOUNT></SHOPITEM></SHOP>`,
    {
      '1-7': { availability: 'in_stock', param_barva: 'b7' },
      '1-8': { availability: 'out_of_stock' },
      '3': { availability: 'in_stock', item_group: null },
    },
  ],
  [
    'IdeaSoft',
    `<products>${[1, 2].map((at) => `<product><stockCode>S${at}</stockCode><label>Çakmak ${at}</label><details>&lt;p&gt;Metal, hafif ve dayanıklı bir ürün.&lt;/p&gt;</details><mainCategory>Ev</mainCategory><category>Mutfak</category><subCategory>Bardak</subCategory><price1>54.7</price1><currencyAbbr>TL</currencyAbbr><stockAmount>${at - 1}</stockAmount><picture1Path>https://s.example/${at}.jpg</picture1Path></product>`).join('')}</products>`,
    {
      S1: {
        name: 'Çakmak 1',
        description: 'Metal, hafif ve dayanıklı bir ürün.',
        price: 54.7,
        currency: 'TRY',
        availability: 'out_of_stock',
        image: 'https://s.example/1.jpg',
        category: 'Ev > Mutfak > Bardak',
      },
      S2: { availability: 'in_stock' },
    },
  ],
  [
    'an export of WordPress: products with their pictures and variations, and nothing else',
    wxr(
      wxrItem(5, 'post', 'News', '') +
        wxrItem(
          11,
          'product',
          'Mug',
          term('product_cat', 'Cups') +
            term('product_cat', 'Garden') +
            term('product_type', 'simple') +
            term('product_tag', 'clay') +
            meta('_regular_price', 12) +
            meta('_sale_price', 10) +
            meta('_sku', 'M') +
            meta('_stock_status', 'instock') +
            meta('_thumbnail_id', 21) +
            meta('_edit_lock', 'x'),
        ) +
        wxrItem(
          12,
          'product',
          'Shirt',
          term('product_cat', 'Tops') + term('product_type', 'variable') + meta('_thumbnail_id', 22),
        ) +
        wxrItem(
          13,
          'product_variation',
          'Shirt - red',
          `<wp:post_parent>12</wp:post_parent>${meta('_regular_price', 20)}${meta('attribute_pa_color', 'red')}${meta('_stock_status', 'outofstock')}`,
        ) +
        wxrItem(14, 'product', 'Draft', '', 'draft') +
        wxrItem(15, 'product', 'Hidden', term('product_visibility', 'exclude-from-search')) +
        wxrItem(16, 'page', 'About', '') +
        wxrItem(21, 'attachment', 'mug', '<wp:attachment_url>https://s.example/mug.jpg</wp:attachment_url>') +
        wxrItem(22, 'attachment', 'shirt', '<wp:attachment_url>https://s.example/shirt.jpg</wp:attachment_url>'),
    ),
    {
      '11': {
        name: 'Mug',
        price: 10,
        price_before: 12,
        category: ['Cups', 'Garden'],
        image: 'https://s.example/mug.jpg',
        availability: 'in_stock',
        product_code: 'M',
        tags: 'clay',
        param_edit_lock: null,
      },
      '13': {
        name: 'Shirt',
        price: 20,
        category: 'Tops',
        image: 'https://s.example/shirt.jpg',
        availability: 'out_of_stock',
        item_group: '12',
        param_color: 'red',
      },
    },
  ],
  [
    'an export of WordPress without products: its posts and pages',
    wxr(
      wxrItem(5, 'post', 'News', term('category', 'Blog')) + wxrItem(6, 'page', 'About', '') + wxrItem(21, 'attachment', 'x', ''),
    ),
    { '5': { name: 'News' }, '6': { name: 'About' } },
  ],
  [
    'IdeaSoft: variants with fields of their own names, and products that are off',
    `<products><product><id>1</id><label>Babet</label><stockCode>B1</stockCode><status>1</status><price1>143.22</price1><currencyAbbr>TL</currencyAbbr><stockAmount>1</stockAmount><variants>${[36, 37].map((size) => `<variant><vStockCode>B1-${size}</vStockCode><vStockAmount>${37 - size}</vStockAmount><options><option><variantName>Numara</variantName><variantValue>${size}</variantValue></option></options></variant>`).join('')}</variants></product><product><id>2</id><label>Eski</label><stockCode>B2</stockCode><status>0</status><price1>14</price1><stockAmount>1</stockAmount></product></products>`,
    {
      'B1-36': { name: 'Babet', price: 143.22, availability: 'in_stock', item_group: '1', param_numara: '36' },
      'B1-37': { availability: 'out_of_stock', product_code: null },
    },
  ],
  [
    'CommerceML: deleted goods, makers',
    `<КоммерческаяИнформация><Каталог><Товары>${['<Ид>a1</Ид><Наименование>Ботинки</Наименование><Изготовитель><Ид>m</Ид><Наименование>Acme</Наименование></Изготовитель>', '<Ид>a2</Ид><Наименование>Старые</Наименование><ПометкаУдаления>true</ПометкаУдаления>'].map((fields) => `<Товар>${fields}</Товар>`).join('')}</Товары></Каталог></КоммерческаяИнформация>`,
    { a1: { name: 'Ботинки', brand: 'Acme' } },
  ],
  [
    'CommerceML: offers of one product',
    `<КоммерческаяИнформация><ПакетПредложений><Предложения>${[1, 2].map((at) => `<Предложение><Ид>a1#c${at}</Ид><Наименование>Ботинки ${at}</Наименование><Цены><Цена><ЦенаЗаЕдиницу>1200</ЦенаЗаЕдиницу><Валюта>руб</Валюта></Цена></Цены><Количество>${at - 1}</Количество></Предложение>`).join('')}</Предложения></ПакетПредложений></КоммерческаяИнформация>`,
    {
      'a1#c1': { item_group: 'a1', price: 1200, currency: 'RUB', availability: 'out_of_stock' },
      'a1#c2': { item_group: 'a1', availability: 'in_stock' },
    },
  ],
  [
    'JSON of Ecwid: combinations and their own stock',
    JSON.stringify({
      items: [
        {
          id: 1,
          sku: 'SH',
          name: 'Shirt',
          price: 20,
          enabled: true,
          inStock: true,
          quantity: 3,
          combinations: [
            { id: 11, options: [{ name: 'Size', value: 'S' }], sku: 'SH-S', price: 22, quantity: 2 },
            { id: 12, options: [{ name: 'Size', value: 'M' }], sku: 'SH-M', quantity: 0 },
          ],
        },
        { id: 2, name: 'Cap', price: 9, enabled: false },
      ],
    }),
    {
      '11': { name: 'Shirt', price: 22, param_size: 'S', item_group: '1', availability: 'in_stock' },
      '12': { price: 20, availability: 'out_of_stock', product_code: 'SH-M' },
    },
  ],
  [
    'JSON of BigCommerce: options of variants, and their prices beside a reduced one of the product',
    JSON.stringify({
      data: [
        {
          id: 77,
          name: 'Towel',
          price: 49,
          sale_price: 45,
          is_visible: true,
          variants: [
            {
              id: 1,
              sku: 'T-S',
              price: 50,
              inventory_level: 2,
              option_values: [{ label: 'Silver', option_display_name: 'Color' }],
            },
            {
              id: 2,
              sku: 'T-G',
              price: null,
              inventory_level: 0,
              option_values: [{ label: 'Gold', option_display_name: 'Color' }],
            },
          ],
        },
      ],
    }),
    {
      '1': { price: 50, price_before: null, param_color: 'Silver', availability: 'in_stock', item_group: '77' },
      '2': { price: 45, price_before: 49, availability: 'out_of_stock' },
    },
  ],
  [
    'Amazon: children name their parent, which is no item',
    'item_sku\titem_name\tstandard_price\tquantity\tparent_child\tparent_sku\tsize_name\tbrand_name\nP1\tShirt\t\t\tParent\t\t\tLoom\nP1-S\tShirt S\t20\t3\tChild\tP1\tS\t\nP1-M\tShirt M\t20\t0\tChild\tP1\tM\t\nP2\tCap\t9\t3\t\t\t\tLoom\n',
    {
      'P1-S': { item_group: 'P1', brand: 'Loom', price: 20 },
      'P1-M': { availability: 'out_of_stock' },
      P2: { item_group: null },
    },
  ],
  [
    'a table whose variants name their product, before or behind it',
    'Artikelnummer;Artikelname;Vaterartikel;Hersteller;Preis;Lagerbestand\nV1-S;Hemd S;V1;;20,00;2\nV1;Hemd;;Loom;20,00;0\nV1-M;Hemd M;V1;;20,00;0\nS1;Kappe;;;9,00;3\n',
    { 'V1-S': { item_group: 'V1', brand: 'Loom', price: 20 }, 'V1-M': { brand: 'Loom' }, S1: { item_group: null, price: 9 } },
  ],
  [
    'a table of categories, which have parents, too',
    'id;name;parent_id\n1;Garden;\n2;Mowers;1\n3;Rakes;1\n',
    { '1': { name: 'Garden' }, '2': { name: 'Mowers', item_group: null }, '3': {} },
  ],
  [
    'records of Magento: disabled products and variants that are not visible',
    JSON.stringify({
      items: [1, 2, 3].map((at) => ({
        id: at,
        sku: `S${at}`,
        name: `Bag ${at}`,
        attribute_set_id: 15,
        price: 34,
        status: at === 2 ? 2 : 1,
        visibility: at === 3 ? 1 : 4,
        type_id: 'simple',
        extension_attributes: { stock_item: { qty: 0, backorders: 1 } },
      })),
    }),
    { '1': { name: 'Bag 1', price: 34, product_code: 'S1' } },
  ],
  [
    'records of WooCommerce: drafts, and words that win over the stock',
    JSON.stringify(
      [1, 2].map((id) => ({
        id,
        name: `Cap ${id}`,
        type: 'simple',
        status: id === 1 ? 'publish' : 'draft',
        catalog_visibility: 'visible',
        price: '9',
        stock_quantity: 0,
        stock_status: 'onbackorder',
        backorders: 'yes',
      })),
    ),
    { '1': { availability: 'backorder' } },
  ],
  [
    'Medusa: variants by their own id, options, stock by its policy',
    'Product Id,Product Handle,Product Title,Product Status,Variant Id,Variant SKU,Variant Inventory Quantity,Variant Allow Backorder,Variant Manage Inventory,Price EUR,Option 1 Name,Option 1 Value\np1,shirt,Shirt,published,v1,S-S,0,true,true,10,Size,S\np1,shirt,Shirt,published,v2,S-M,0,false,true,11,Size,M\np2,hat,Hat,draft,v3,H,3,false,true,9,Size,One\n',
    {
      v1: { name: 'Shirt', price: 10, item_group: 'p1', param_size: 'S', availability: 'in_stock' },
      v2: { availability: 'out_of_stock' },
    },
  ],
  [
    'Nuvemshop: options, reduced prices of single variants, uncounted stock',
    'Identificador de URL;Nombre;Categorías;Nombre de propiedad 1;Valor de propiedad 1;Precio;Precio promocional;Stock;SKU;Mostrar en tienda\nremera;Remera;Ropa;Talle;S;100;80;;R-S;SI\nremera;;;Talle;M;100;;0;R-M;\noculta;Oculta;Ropa;;;100;;3;O;NO\n',
    {
      'remera:s': {
        name: 'Remera',
        price: 80,
        price_before: 100,
        availability: 'in_stock',
        param_talle: 'S',
        item_group: 'remera',
      },
      'remera:m': { price: 100, price_before: null, availability: 'out_of_stock', product_code: 'R-M' },
    },
  ],
  [
    'a template with codes below its labels',
    'Shop SKU,Product name,EAN 13,Article description\nshop_sku,articleShortTitle,barcode,articleLongDescription\nA-1,Dog bed,4006381333931,Soft bed for dogs\nA-2,Cat bed,4006381333948,Soft bed for cats\n',
    { 'A-1': { name: 'Dog bed', ean: '4006381333931' }, 'A-2': { description: 'Soft bed for cats' } },
  ],
  [
    'a first item of single words',
    'Product code,Product name,Brand name\nA1,Lamp,Osram\nA2,Bulb,Osram\nA3,Tube,Osram\n',
    { A1: { name: 'Lamp' }, A2: {}, A3: {} },
  ],
  [
    'JSON: variants without an id of their own name',
    JSON.stringify([
      {
        id: 1,
        name: 'Shirt',
        price: 9,
        quantity: 4,
        variants: [
          { sku: 'S-1', size: 'S', price: 10 },
          { sku: 'S-2', size: 'M' },
        ],
      },
      { id: 2, name: 'Cap', price: 5, compare_at: 7, quantity: 3 },
    ]),
    {
      'S-1': { name: 'Shirt', price: 10, item_group: '1' },
      'S-2': { price: 9, item_group: '1' },
      '2': { price: 5, price_before: 7, availability: 'in_stock' },
    },
  ],
  [
    'JSON of Shopify: options that are called like standard fields, and stock that is sold on',
    JSON.stringify({
      products: [1, 2].map((id) => ({
        id,
        title: `Sticker ${id}`,
        product_type: 'Paper',
        options: [{ name: 'Type' }],
        variants: [
          {
            id: id * 10,
            title: 'Matt',
            option1: 'Matt',
            price: '2.00',
            inventory_quantity: 0,
            inventory_policy: id === 1 ? 'continue' : 'deny',
          },
        ],
      })),
    }),
    { '10': { category: 'Paper', param_type: 'Matt', availability: 'in_stock' }, '20': { availability: 'out_of_stock' } },
  ],
  [
    'NDJSON: items with the id of their product',
    [1, 2, 3, 4]
      .map((at) => JSON.stringify({ product_id: `P${at >> 1}`, variant_id: `V${at}`, name: `Shoe ${at}`, price: 5 }))
      .join('\n'),
    { V1: { item_group: 'P0' }, V2: { item_group: 'P1' }, V3: { item_group: 'P1' }, V4: { item_group: 'P2' } },
  ],
  [
    'a table of a shop whose products repeat',
    `product_id;sku;name;price\n${[1, 2, 3, 4, 5, 6].map((at) => `P${at >> 1};S${at};Shoe ${at};5`).join('\n')}`,
    Object.fromEntries([1, 2, 3, 4, 5, 6].map((at) => [`S${at}`, { item_group: `P${at >> 1}` }])),
  ],
  [
    'backorders of WooCommerce in JSON, and of a table in another language',
    JSON.stringify([
      { id: 1, name: 'Lamp', price: '5', stock_quantity: 0, backorders: 'notify' },
      { id: 2, name: 'Rug', price: '5', stock_quantity: 0, backorders: 'no' },
      { id: 3, name: 'Bed', price: '5', stock_quantity: 4, backorders: 'no' },
    ]),
    { '1': { availability: 'in_stock' }, '2': { availability: 'out_of_stock' }, '3': { availability: 'in_stock' } },
  ],
  [
    'BigCommerce with rows of products, variants and pictures',
    'Item,ID,Name,SKU,Options,Inventory Tracking,Current Stock,Price,Retail Price,Sale Price,Is Visible\nProduct,7,Plush,P,,none,0,9,0.00,0.00,FALSE\nProduct,8,Shirt,,,variant,0,35,0.00,0.00,TRUE\nVariant,925,,S-M,Type=Radio|Name=Size|Value=M,,4,,,,\nVariant,926,,S-L,Type=Radio|Name=Size|Value=L,,0,,,,\nImage,1,,,,,,,,,\nProduct,9,Robot,R,,product,12,379.99,0.00,329.99,TRUE\n',
    {
      '925': { name: 'Shirt', price: 35, item_group: '8', price_before: null, param_size: 'M', availability: 'in_stock' },
      '926': { param_size: 'L', availability: 'out_of_stock' },
      '9': { name: 'Robot', price: 329.99, price_before: 379.99, availability: 'in_stock' },
    },
  ],
];

test('no two platforms share a name, by which their records are known', () => {
  const names = [...platforms, ...recordPlatforms].map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});

test.each(cases)('reads %s', (what, text, items) => expectItems({ what, text, items }));
