import { describe, expect, test } from 'vitest';
import type { FieldValue } from '#contract/item.ts';
import { itemMaker } from '#feeds/items/to-item.ts';
import { GrowingMapping } from '#feeds/mapping/growing-mapping.ts';
import { readText } from '#feeds/testing/read-text.ts';

type Fields = Readonly<Record<string, FieldValue | null>>;

/** Items as an import makes them, with the mapping of the first 1,000 records. */
async function itemsOf(text: string) {
  const { all, warnings } = await readText(text, { siteAddress: 'https://shop.example/' });
  const growing = new GrowingMapping(all.slice(0, 1000));
  growing.learn(all.slice(1000));
  const make = itemMaker(growing.proposed);
  const results = all.map((record) => make(record));
  return { warnings, items: results.flatMap(({ item }) => item ?? []), problems: results.flatMap(({ problems }) => problems) };
}

const rows = (count: number, row: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `${row(at)}\n`).join('');

const shopify =
  'Handle,Title,Vendor,Product Category,Type,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Image Src,Image Position,product name (product.metafields.custom.product_name),Fabric (product.metafields.custom.fabric),Status\n';
const newShopify =
  'Title,URL handle,Description,Vendor,Product category,Type,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Price,Compare-at price,Inventory tracker,Inventory quantity,Continue selling when out of stock,Product image URL,Image position,Variant image URL\n';
const wix =
  'handleId,fieldType,name,description,productImageUrl,collection,sku,price,surcharge,visible,discountMode,discountValue,inventory,productOptionName1,productOptionType1,productOptionDescription1\n';
const newWix =
  'handle,fieldType,name,visible,plainDescription,media,brand,price,strikethroughPrice,inventory,sku,productOptionName1,productOptionType1,productOptionChoices1\n';
const square = 'Category,Item Name,Variation Name,Price,Item ID,Variation ID,Archived,Option Name 1,Option Value 1\n';
const ecwid =
  'type,product_internal_id,product_sku,product_name,product_price,product_is_available,product_is_inventory_tracked,product_quantity,product_quantity_out_of_stock_behaviour,product_option_name,product_variation_sku,product_variation_price,product_variation_option_Size\n';
const woo =
  'ID,Type,SKU,Name,Published,Visibility in catalog,In stock?,Stock,Sale price,Regular price,Categories,Parent,Attribute 1 name,Attribute 1 value(s)\n';

/** All items by id, with some of their fields; null where a field must be missing. */
const cases: readonly (readonly [what: string, text: string, items: Readonly<Record<string, Fields>>])[] = [
  [
    'Shopify: an option that is called like a standard field',
    `${shopify}s,Sticker,A,Home,Decor,true,Type,Glossy,S1,shopify,1,deny,2,,,,,active\ns,,,,,,,Matt,S2,shopify,0,deny,3,,,,,\nq,Cap,A,,Hats,true,Quantity,Set of 6,Q,shopify,0,continue,2,,,,,active\n`,
    {
      's:glossy': { category: 'Home', param_type: 'Glossy', availability: 'in_stock', item_group: 's' },
      's:matt': { category: 'Home', param_type: 'Matt', availability: 'out_of_stock', price: 3 },
      'q:set-of-6': { category: 'Hats', param_quantity: 'Set of 6', availability: 'in_stock' },
    },
  ],
  [
    'Shopify: metafields beside standard columns',
    `${shopify}a,Lamp,V,,Lamps,true,Title,Default Title,L,,,,2,,,OTHER NAME,Linen,active\nb,Rug,V,Uncategorized,Rugs,true,Title,Default Title,,,,,2,,,THIRD NAME,Wool,active\n`,
    {
      a: { name: 'Lamp', category: 'Lamps', fabric: 'Linen', product_name: 'OTHER NAME', item_group: null },
      b: { name: 'Rug', category: 'Rugs' },
    },
  ],
  [
    'Shopify: rows of a product that are not together, before or behind it',
    `${shopify}a,,,,,,,M,A2,,,,3,,,,,\nb,Rug,V,,,true,Title,Default Title,B,,,,2,,,,,active\na,Shirt,V,,,true,Size,S,A1,,,,2,https://a.example/1.jpg,1,,,active\nc,Bed,V,,,true,Title,Default Title,C,,,,2,,,,,draft\na,,,,,,,L,A3,,,,4,,,,,\n`,
    {
      'a:s': { name: 'Shirt', item_group: 'a', price: 2 },
      'a:m': { name: 'Shirt', item_group: 'a', price: 3, param_size: 'M' },
      'a:l': { name: 'Shirt', item_group: 'a', price: 4, image: 'https://a.example/1.jpg' },
      b: { name: 'Rug', item_group: null },
    },
  ],
  [
    'Shopify: its newer columns',
    `${newShopify}Shirt,shirt,<p>Soft</p>,Loom,Clothing,Tops,TRUE,Active,S-1,4006381333931,Size,S,20,25,shopify,0,CONTINUE,https://a.example/1.jpg,1,\n,shirt,,,,,,,S-2,,,M,21,,shopify,0,DENY,https://a.example/2.jpg,2,https://a.example/m.jpg\nHat,hat,,Loom,,Hats,FALSE,Active,H,,Title,Default Title,9,,,,,,,\n`,
    {
      'shirt:s': {
        name: 'Shirt',
        price: 20,
        price_before: 25,
        availability: 'in_stock',
        category: 'Clothing',
        product_code: 'S-1',
      },
      'shirt:m': {
        price: 21,
        price_before: null,
        availability: 'out_of_stock',
        image: 'https://a.example/m.jpg',
        param_size: 'M',
      },
    },
  ],
  [
    'Wix: variants, hidden products and hidden variants',
    `${wix}p1,Product,Print,,a.jpg,Art,,10,,true,PERCENT,10,0,Size,DROP_DOWN,A4;A3\np1,Variant,,,,,P4,,0,true,,,3,,,A4\np1,Variant,,,,,P3,,5,true,,,0,,,A3\np1,Variant,,,,,P2,,5,false,,,2,,,A2\np2,Product,Old lamp,,,Art,,25,,FALSE,,,3,Colour,COLOR,#DD7E16:Orange\np2,Variant,,,,,O,,0,TRUE,,,3,,,#DD7E16:Orange\np3,Product,Mug,,https://b.example/m.jpg,Art;Cups,MUG,5,,true,AMOUNT,0,InStock,Colour,COLOR,#fff:White;#000:Black\np4,Product,Cup,,,Cups,,5,,true,AMOUNT,0,2,,,\np4,Variant,,,,,,,0,true,,,1,,,#DD7E16:Orange\n`,
    {
      'p1:a4': {
        name: 'Print',
        price: 9,
        price_before: 10,
        availability: 'in_stock',
        param_size: 'A4',
        item_group: 'p1',
        product_code: 'P4',
      },
      'p1:a3': { price: 13.5, price_before: 15, availability: 'out_of_stock', image: 'https://static.wixstatic.com/media/a.jpg' },
      p3: { param_colour: ['White', 'Black'], category: ['Art', 'Cups'], price: 5, item_group: null, product_code: 'MUG' },
      p4: { name: 'Cup' },
    },
  ],
  [
    'Wix: its newer columns',
    `${newWix}mug,PRODUCT,Mug,TRUE,Nice,a.jpg,Clay,12,15,IN_STOCK,,Colour,TEXT_CHOICES,Red;Blue\nmug,VARIANT,,,,,,13,15,OUT_OF_STOCK,M-R,,,Red\nmug,VARIANT,,,,,,12,15,4,M-B,,,Blue\nold,PRODUCT,Old,FALSE,,,,9,,IN_STOCK,,,,\n`,
    {
      'mug:red': { name: 'Mug', price: 13, price_before: 15, availability: 'out_of_stock', param_colour: 'Red', brand: 'Clay' },
      'mug:blue': { price: 12, availability: 'in_stock' },
    },
  ],
  [
    'Square: variations of an item',
    `${square}Vases,Vase,Regular,95,I1,V1,N,,\nFlowers,Bouquet,Small,50,I2,V2,N,Size,Small\nFlowers,Bouquet,Large,75,I2,V3,N,Size,Large\nFlowers,Old,Regular,5,I3,V4,Y,,\n`,
    {
      V1: { name: 'Vase', variation_name: null, item_group: 'I1', category: 'Vases' },
      V2: { name: 'Bouquet', price: 50, item_group: 'I2', param_size: 'Small', variation_name: 'Small' },
      V3: { price: 75, item_group: 'I2' },
    },
  ],
  [
    'Square: its library export',
    'Reference Handle,Token,Item Name,Variation Name,SKU,Description,Categories,Price,Current Quantity Shop,Option Name 1,Option Value 1\n#a,T1,Mug,Red,,Nice,Cups,12.00,3,Colour,Red\n#a,T2,Mug,Blue,,Nice,Cups,12.00,0,Colour,Blue\n',
    { T1: { name: 'Mug', item_group: 'Mug', param_colour: 'Red', price: 12 }, T2: { item_group: 'Mug' } },
  ],
  [
    'Ecwid: variations of a product',
    `${ecwid}product,11,SH,Shirt,20,true,true,0,ALLOW_PREORDER,,,,\nproduct_option,11,,,,,,,,Size,,,\nproduct_variation,11,,,,,,0,,,SH-S,22,S\nproduct_variation,11,,,,,,0,,,SH-M,,M\nproduct,12,CAP,Cap,9,false,,,,,,,\nproduct,13,MUG,Mug,7,true,true,0,SHOW_OUT_OF_STOCK,,,,\n`,
    {
      '11:s': { name: 'Shirt', price: 22, product_code: 'SH-S', param_size: 'S', item_group: '11', availability: 'in_stock' },
      '11:m': { price: 20, product_code: 'SH-M' },
      '13': { name: 'Mug', price: 7, availability: 'out_of_stock', item_group: null },
    },
  ],
  [
    'Shopware: variants name their parent',
    'id;parent_id;product_number;active;stock;name;price_gross;manufacturer_name\na;;SW1;1;5;Shirt;20;Loom\na1;a;SW1.1;1;2;;;\na2;a;SW1.2;0;2;;;\nb;;SW2;1;0;Cap;9;Loom\n',
    { a1: { name: 'Shirt', price: 20, brand: 'Loom', item_group: 'a' }, b: { name: 'Cap', item_group: null } },
  ],
  [
    'Matrixify: ids of variants, titles in every row, and metafields',
    'ID,Handle,Title,Vendor,Type,Status,Published,Option1 Name,Option1 Value,Variant ID,Variant Price,Metafield: title [string],Metafield: custom.fabric [list]\n7,shirt,Shirt,Loom,Tops,Active,TRUE,Size,S,801,20,OTHER,Linen\n7,shirt,Shirt,,,,,Size,M,802,21,,\n8,hat,Hat,Loom,Hats,Draft,FALSE,Title,Default Title,803,9,,\n',
    {
      '801': { name: 'Shirt', item_group: 'shirt', custom_fabric: 'Linen' },
      '802': { name: 'Shirt', price: 21, brand: 'Loom', category: 'Tops', item_group: 'shirt', param_size: 'M' },
    },
  ],
  ...[
    'Nazwa;Indeks;Kategoria;Cena (netto);Cena (brutto);Ilość;Stan;Pozycja',
    'Name;Artikel-Nr.;Kategorie;Preis (zzgl. MwSt.);Preis (inkl. MwSt.);Menge;Status;Position',
    'Nom;Référence;Catégorie;Prix (HT);Prix (TTC);Quantité;État;Position',
    'Nombre;Referencia;Categoría;Precio (imp. excl.);Precio (imp. incl.);Cantidad;Estado;Posición',
    'Nome;Riferimento;Categoria;Prezzo (tasse escl.);Prezzo (tasse incl.);Quantità;Stato;Posizione',
    'Název;Kód;Kategorie;Cena (bez DPH);Cena (s DPH);Množství;Stav;Pozice',
    'Name;Reference;Category;Price (tax excl.);Price (tax incl.);Quantity;Status;Position',
  ].map(
    (header) =>
      [
        `PrestaShop: ${header}`,
        `ID;${header}\n1;Lamp;L1;Light;10,00;12,10;5;1;1\n2;Rug;R1;Home;10,00;12,10;0;1;2\n3;Bed;B1;Home;10,00;12,10;4;0;3\n`,
        {
          '1': { name: 'Lamp', price: 12.1, availability: 'in_stock', category: 'Light', product_code: 'L1' },
          '2': { availability: 'out_of_stock' },
        },
      ] as const,
  ),
  [
    'PrestaShop: its import form with backorders, discounts and amounts in another column',
    'Product ID,Active (0/1),Name *,Categories (x;y;z...),Price tax excluded or Price tax included,Tax rules ID,On sale (0/1),Discount amount,Discount from (yyyy-mm-dd),Reference #,Quantity,Unit price,Show price (0 = No; 1 = Yes),Out of stock\n1,1,Mug,Cups,12.50,1,1,2.50,,M,0,,1,1\n2,1,Rug,Home,12.50,1,0,2.50,2199-01-01,R,0,,1,0\n3,0,Bed,Home,12.50,1,0,,,B,1,,1,0\n4,1,Fabric,Home,excluded,1,0,,,F,3,1299,1,0\n',
    {
      '1': { price: 10, price_before: 12.5, availability: 'in_stock', product_code: 'M' },
      '2': { price: 12.5, price_before: null, availability: 'out_of_stock' },
      '4': { price: 1299 },
    },
  ],
  [
    'Lightspeed: titles in a language, variants and their stock',
    'Internal_ID,Variant_ID,Visible,Brand,NL_Title_Short,NL_Title_Long,Price,Price_Old,Stock_Level,Stock_Track,EAN,SKU,NL_Variant\n1,11,Y,Lipa,Stoel,Eiken stoel,59.9,79.9,0,N,4006381333931,C,Bruin\n1,12,Y,Lipa,Stoel,Eiken stoel,59.9,,0,Y,,C,Wit\n2,13,N,Lipa,Tafel,Tafel,9,,0,Y,,T,Default\n',
    {
      '11': {
        name: 'Eiken stoel',
        item_group: '1',
        price: 59.9,
        price_before: 79.9,
        availability: 'in_stock',
        product_code: 'C',
      },
      '12': { name: 'Eiken stoel', item_group: '1', availability: 'out_of_stock', nl_variant: 'Wit' },
    },
  ],
  [
    'OpenCart: disabled products and its folder of pictures',
    'product_id,name(en-gb),model,sku,quantity,manufacturer,image_name,price,status,tax_class_id,description(en-gb)\n42,Cinema,P15,,9,Apple,catalog/demo/a.jpg,100.00,true,9,Big\n30,Canon,P3,C,0,Canon,catalog/demo/c.jpg,80.00,false,9,Old\n',
    {
      '42': {
        name: 'Cinema',
        price: 100,
        image: 'https://shop.example/image/catalog/demo/a.jpg',
        product_code: 'P15',
        availability: 'in_stock',
      },
    },
  ],
  [
    'WooCommerce: hidden products, attributes and prices',
    `${woo}1,variable,H,Hoodie,1,visible,1,,,,Tops,,Type,"Wool, Silk"\n2,variation,H-W,Hoodie wool,1,visible,1,,,30.10,,H,Type,Wool\n3,variation,H-S,Hoodie silk,1,visible,backorder,,25,30,,id:1,Type,Silk\n4,simple,C,Cap,1,hidden,1,,,9,Hats,,,\n5,simple,D,Mug,0,visible,1,,,9,Cups,,,\n6,variable,V,Vase,1,visible,1,,,,Home,,,\n`,
    {
      '2': { price: 30.1, price_before: null, category: 'Tops', param_type: 'Wool', item_group: '1' },
      '3': { price: 25, price_before: 30, availability: 'backorder' },
      '6': { name: 'Vase', price: null },
    },
  ],
];

test.each(cases)('reads %s', async (_what, text, expected) => {
  const { items } = await itemsOf(text);
  expect(items.map(({ id }) => id).toSorted()).toEqual(Object.keys(expected).toSorted());
  for (const { id, fields } of items)
    for (const [field, value] of Object.entries(expected[id] ?? {}))
      expect(fields[field], `${id}: ${field}`).toEqual(value ?? undefined);
});

describe('by the whole file', () => {
  const simple = (at: number, more = '') =>
    `ring-${at},Ring ${at},V,,${more},true,Title,Default Title,R${at},shopify,1,deny,10,,,,,active`;

  test.each([100, 700, 2100])('joins rows of products behind %i simple ones', async (count) => {
    const bands = rows(
      30,
      (at) => `band-${at},Band ${at},V,,Bands,true,Size,S,B${at},,,,12,,,,,active\nband-${at},,,,,,,M,C${at},,,,13,,,,,`,
    );
    const { items, problems } = await itemsOf(shopify + rows(count, (at) => simple(at)) + bands);
    const late = items.slice(count);
    expect(late).toHaveLength(60);
    expect(late.filter(({ fields }) => fields['item_group'] === undefined || fields['name'] === undefined)).toEqual([]);
    expect(late.every(({ fields }) => fields['category'] === 'Bands')).toBe(true);
    expect(problems).toEqual([]);
  });

  test('joins them in tables of no known platform, too', async () => {
    const bands = rows(30, (at) => `band-${at},Band ${at},12,S\nband-${at},,13,M`);
    const { items } = await itemsOf(`slug,name,price,size\n${rows(2000, (at) => `ring-${at},Ring ${at},10,`)}${bands}`);
    const late = items.slice(2000);
    expect(new Set(late.map(({ id }) => id)).size).toBe(60);
    expect(late.filter(({ fields }) => fields['item_group'] === undefined || fields['name'] === undefined)).toEqual([]);
  });

  test('hides products of known platforms, however many are first', async () => {
    const hidden = rows(6000, (at) => simple(at).replace('true', 'false'));
    const { items, warnings } = await itemsOf(shopify + hidden + rows(3, (at) => simple(10_000 + at)));
    expect(items).toHaveLength(3);
    expect(warnings).toContainEqual({ code: 'unpublishedItems', details: { count: 6000, field: 'Published' } });
  });

  test.each([
    [3000, 3, [{ code: 'unpublishedItems', details: { count: 3000, field: 'active' } }]],
    [7000, 7000, [{ code: 'hidingIgnored', details: { field: 'active' } }]],
  ])('decides by the first shown item whether a field hides %i others', async (hidden, count, expected) => {
    const shown = count === 3 ? rows(3, (at) => `s${at},Rug ${at},1`) : '';
    const { items, warnings } = await itemsOf(`id,name,active\n${rows(hidden, (at) => `${at},Lamp ${at},0`)}${shown}`);
    expect([items.length, warnings]).toEqual([count, expected]);
  });

  test('finds variations behind thousands of simple products of WooCommerce, in any language', async () => {
    const header = 'ID,Typ,Artikelnummer,Name,Veröffentlicht,Regulärer Preis,Übergeordnet\n';
    const text = `1,variable,H,Hoodie,1,,\n${rows(2000, (at) => `${at + 10},simple,S${at},Cap ${at},1,9,`)}5,variation,H-1,Hoodie red,1,30,H\n`;
    const { items } = await itemsOf(header + text);
    expect(items).toHaveLength(2001);
    expect(items.at(-1)).toMatchObject({ id: '5', fields: { item_group: '1', price: 30 } });
  });

  test.each(['csv', 'ndjson'])(
    'reads lists, categories, addresses, groups and old prices that first come late, in %s',
    async (type) => {
      const late = {
        sizes: 'S,M,L',
        category: 'Tops',
        subcategory: 'Shirts',
        image: '/img/1.jpg',
        item_group_id: 'G',
        old_price: '12',
      };
      const items = Array.from({ length: 3000 }, (_, at) => ({
        id: `${at}`,
        name: `Shirt ${at}`,
        price: '9',
        ...(at > 2500 && late),
      }));
      const names = ['id', 'name', 'price', ...Object.keys(late)];
      const lines =
        type === 'csv'
          ? [names.join(';'), ...items.map((item) => names.map((name) => (item as Record<string, string>)[name] ?? '').join(';'))]
          : items.map((item) => JSON.stringify(item));
      const read = (await itemsOf(lines.join('\n'))).items;
      expect(read.at(-1)?.fields).toMatchObject({
        sizes: ['S', 'M', 'L'],
        category: 'Tops > Shirts',
        image: 'https://shop.example/img/1.jpg',
        item_group: 'G',
        price_before: 12,
      });
      expect(read).toHaveLength(3000);
    },
  );

  test.each(['parent_sku', 'parent_id', 'Vaterartikel'])(
    'loses no product that waits for variants, named by %s',
    async (parent) => {
      const header = `sku,name,price,${parent}\n`;
      const doubled = 'A,Lamp,5,\nA,Lamp two,6,\n,Nameless,7,\n,Without key,8,\nX-1,Child,9,X\n';
      const { items, problems } = await itemsOf(header + doubled + rows(6000, (at) => `S${at},Rug ${at},5,0`));
      expect(items).toHaveLength(6003);
      expect(problems.filter(({ reason }) => reason === 'missingId')).toHaveLength(2);
      expect(items.find(({ id }) => id === 'X-1')?.fields['item_group']).toBe('X');
    },
  );

  test('keeps the mapping of a platform from import to import, whatever is empty', async () => {
    const row = (at: number, category: string) =>
      `a${at},Lamp ${at},V,${category},Lamps,true,Title,Default Title,L${at},,,,2,,,,,active`;
    const [first, next] = await Promise.all(
      ['', 'Home'].map((category) => readText(shopify + rows(5, (at) => row(at, category)))),
    );
    const known = new GrowingMapping(first!.all);
    const growing = new GrowingMapping(next!.all, null, { mapping: known.proposed, names: known.names });
    const standard = (mapping: typeof known.proposed) => mapping.filter(({ reason }) => reason === 'feedName');
    expect(standard(growing.proposed)).toEqual(standard(known.proposed));
    expect(growing.proposed.filter(({ to }) => to === 'category').map(({ from }) => from)).toEqual(['Product Category', 'Type']);
  });

  test.each<[string, string, (at: number) => string[]]>([
    [
      'Shopify',
      shopify,
      (at) => [
        `h${at},Shirt ${at},V,,,true,Size,S,s${at},,,,10,https://a.example/${at}.jpg,1,,,active`,
        `h${at},,,,,,,M,m${at},,,,11,,,,,`,
        `h${at},,,,,,,L,l${at},,,,12,https://a.example/b.jpg,2,,,`,
      ],
    ],
    [
      'Wix',
      wix,
      (at) => [
        `p${at},Product,Print ${at},,,,,10,,true,,,0,Size,DROP_DOWN,A4;A3`,
        `p${at},Variant,,,,,a${at},,0,true,,,3,,,A4`,
        `p${at},Variant,,,,,b${at},,5,true,,,2,,,A3`,
      ],
    ],
    [
      'WooCommerce',
      woo,
      (at) => [
        `${at}1,variable,H${at},Hoodie ${at},1,visible,1,,,,Tops,,Size,"S, M"`,
        `${at}2,variation,H${at}-S,Hoodie S,1,visible,1,,,30,,H${at},Size,S`,
        `${at}3,variation,H${at}-M,Hoodie M,1,visible,1,,,31,,id:${at}1,Size,M`,
      ],
    ],
    [
      'Shopware',
      'id;parent_id;product_number;active;stock;name;price_gross\n',
      (at) => [`a${at};;N${at};1;2;Shirt ${at};20`, `b${at};a${at};N${at}.1;1;2;;`, `c${at};a${at};N${at}.2;1;2;;`],
    ],
    [
      'a table that names parents',
      'sku;name;parent_sku;price;brand\n',
      (at) => [`P${at};Shirt ${at};;;Loom`, `P${at}-S;Shirt S;P${at};20;`, `P${at}-M;Shirt M;P${at};21;`],
    ],
    [
      'Magento',
      'sku,product_type,name,price,visibility,url_key,configurable_variations\n',
      (at) => [
        `C${at},configurable,Tee ${at},,"Catalog, Search",tee-${at},"sku=C${at}-S,size=S|sku=C${at}-M,size=M"`,
        `C${at}-S,simple,Tee S ${at},9,Not Visible Individually,a${at},`,
        `C${at}-M,simple,Tee M ${at},9,Not Visible Individually,b${at},`,
      ],
    ],
  ])('reads the same items of %s when its rows are in any order', async (_what, header, rowsOf) => {
    const all = Array.from({ length: 600 }, (_, at) => rowsOf(at + 1)).flat();
    // 1,007 and 1,800 have no factor in common.
    const mixed = all.map((_, at) => all[(at * 1007) % all.length]!);
    const read = async (lines: readonly string[]) =>
      new Map(
        (await itemsOf(header + lines.join('\n'))).items.map(({ id, fields }) => [
          id,
          ['name', 'price', 'item_group', 'brand'].map((field) => fields[field]),
        ]),
      );
    const [items, others] = [await read(all), await read(mixed)];
    expect(items.size).toBe(header === shopify ? 1800 : 1200);
    expect(others).toEqual(items);
  });
});
