import { expect, test } from 'vitest';
import type { FieldValue } from '#contract/item.ts';
import { itemMaker } from '#feeds/items/to-item.ts';
import { readText } from '#feeds/testing/read-text.ts';
import { proposeMapping } from './mapping.ts';

const goods = [
  [
    'Chain oil for saws and trimmers',
    'Oil for saws and trimmers, in a bottle of 100 ml with a spout, for engines with two strokes',
  ],
  ['Steel clamp 1/2 inch for hoses', 'Clamp of stainless steel with a screw, for hoses of water and air, 20 pieces in a box'],
  ['Work gloves with long cuffs', 'Gloves of leather for work in the garden, long cuffs, size 10, sold by the pair'],
] as const;
const table = (header: string, rowOf: (name: string, text: string, at: number) => string) =>
  [header, ...goods.map(([name, text], at) => rowOf(name, text, at + 1))].join('\n');
const oneC = (id: string, name: string, values: string) =>
  `<Товар><Ид>${id}</Ид><Код>R-${id}</Код><Наименование>${name}</Наименование><Группы><Ид>g1</Ид></Группы><ЗначенияСвойств>${values}</ЗначенияСвойств></Товар>`;
const valueOf = (id: string, ...values: string[]) =>
  `<ЗначенияСвойства><Ид>${id}</Ид>${values.map((value) => `<Значение>${value}</Значение>`).join('')}</ЗначенияСвойства>`;

/** The fields of the first item; null where one must be missing. */
const cases: readonly (readonly [what: string, text: string, fields: Readonly<Record<string, FieldValue | null>>])[] = [
  [
    'a till whose names are called descriptions',
    table('id,clave,descripcion,informacion,precio', (name, text, at) => `${at},C-${at},${name},"${text}",5`),
    { name: goods[0][0], description: goods[0][1], product_code: 'C-1' },
  ],
  [
    'an ERP with the text of the supplier',
    table(
      'ID;Código;Descrição;Preço;Descrição do Produto no Fornecedor',
      (name, _text, at) => `9${at};P.${at};${name};5,00;${name} SUP-${at}`,
    ),
    { name: goods[0][0], product_code: 'P.1', descricao_do_produto_no_fornecedor: `${goods[0][0]} SUP-1`, description: null },
  ],
  [
    'internal names beside none that is known',
    JSON.stringify(goods.map(([name], at) => ({ id: at, interni_poznamka_nazev: `${name} 007`, kurztext: name, cena: 5 }))),
    { name: goods[0][0] },
  ],
  [
    'descriptions as such, beside shorter names',
    table('id,label_text,description', (name, text, at) => `${at},${name},"${text}"`),
    { name: goods[0][0], description: goods[0][1] },
  ],
  [
    'kinds of products of Magento',
    table('ID,Name,Type,Price', (name, _text, at) => `${at},${name},${at === 1 ? 'Simple' : 'Configurable'} Product,5`),
    { category: null, feed_type: null, type: 'Simple Product' },
  ],
  [
    'categories beside types of the shop',
    goods.map(([name], id) => JSON.stringify({ id, name, productType: 'chemical', category: 'Resins' })).join('\n'),
    { category: 'Resins', product_type: 'chemical' },
  ],
  [
    'product types of Google',
    table(
      'id,title,product_type,google_product_category,image_link',
      (name, _text, at) => `${at},${name},Garden > Tools ${at},632,https://s.example/${at}.jpg`,
    ),
    { category: 'Garden > Tools 1' },
  ],
  ...(
    [
      ['Раздел;Подраздел', 'Сад', 'Пилы'],
      ['Группа;Подгруппа', 'Сад', 'Пилы'],
      ['Rubrique;Sous-rubrique', 'Jardin', 'Scies'],
      ['Ana Kategori;Alt Kategori', 'Bahçe', 'Testereler'],
      ['kategoria;podkategoria', 'Ogród', 'Piły'],
      ['Departamento;Subcategoria', 'Jardim', 'Serras'],
      ['Kategorie Ebene 1;Kategorie Ebene 2', 'Garten', 'Sägen'],
      ['Hauptkategorie;Unterkategorie', 'Garten', 'Sägen'],
      ['القسم الرئيسي;القسم الفرعي', 'حديقة', 'مناشير'],
      ['大分類;小分類', '庭', 'のこぎり'],
    ] as const
  ).map(([header, above, below]): [string, string, Record<string, FieldValue>] => [
    `levels ${header}`,
    table(`id;name;${header}`, (name, _text, at) => `${at};${name};${above};${at === 2 ? '' : below}`),
    { category: `${above} > ${below}` },
  ]),
  [
    'OpenCart with attributes in lines, and pictures of its folder',
    table(
      '_MODEL_;_NAME_;_ATTRIBUTES_;_IMAGE_;_URL_',
      (name, _text, at) =>
        `0${at};${name};"Main|Power, W|1${at}\nMain|Joint|G1; 1/2\n";catalog/saws/${at}.jpg;https://s.example/${at}`,
    ),
    { name: goods[0][0], param_power_w: '11', param_joint: ['G1', '1/2'], image: 'https://s.example/image/catalog/saws/1.jpg' },
  ],
  [
    'Wix with titled information',
    table(
      'handleId,fieldType,name,price,sku,additionalInfoTitle1,additionalInfoDescription1,additionalInfoTitle2,additionalInfoDescription2',
      (name, _text, at) => `p${at},Product,${name},5,S${at},CARE,<p>By hand</p>,,`,
    ),
    { name: goods[0][0], param_care: 'By hand', additional_info_title1: null, additional_info_description1: null },
  ],
  [
    'an affiliate whose links count clicks, with a withdrawn currency',
    table(
      'id;商品名;アフィリエイトURL;price;currency',
      (name, _text, at) => `${at};${name};https://hb.afl.rakuten.co.jp/x/?pc=https%3A%2F%2Fs.example%2F${at};${at}00;BYR`,
    ),
    { url: 'https://hb.afl.rakuten.co.jp/x/?pc=https%3A%2F%2Fs.example%2F1', price: 100, currency: 'BYR' },
  ],
  [
    'CommerceML with properties and their directories',
    `<КоммерческаяИнформация><Классификатор><Группы><Группа><Ид>g1</Ид><Наименование>Пилы</Наименование></Группа></Группы><Свойства>
      <Свойство><Ид>p1</Ид><Наименование>Бренд</Наименование><ВариантыЗначений><Справочник><ИдЗначения>v1</ИдЗначения><Значение>Вихрь</Значение></Справочник></ВариантыЗначений></Свойство>
      <Свойство><Ид>p2</Ид><Наименование>Мощность</Наименование></Свойство><Свойство><Ид>p3</Ид><Наименование>Цвет</Наименование><ВариантыЗначений><Справочник><ИдЗначения>v2</ИдЗначения><Значение>красный</Значение></Справочник><Справочник><ИдЗначения>v3</ИдЗначения><Значение>чёрный</Значение></Справочник></ВариантыЗначений></Свойство>
    </Свойства></Классификатор><Каталог><Товары>${oneC('1', 'Пила', valueOf('p1', 'v1') + valueOf('p2', '10') + valueOf('p3', 'v2', 'v3'))}${oneC('2', 'Насос', valueOf('p1', 'v1'))}</Товары></Каталог></КоммерческаяИнформация>`,
    {
      name: 'Пила',
      brand: 'Вихрь',
      param_мощность: '10',
      param_цвет: ['красный', 'чёрный'],
      category: 'Пилы',
      product_code: 'R-1',
    },
  ],
  [
    'a network whose stock and days of delivery have names without underscores',
    `<products>${['out of stock', 'in stock'].map((stock, at) => `<product><productid>${at}</productid><productname>Lamp ${at}</productname><price>5</price><deliverytime>0</deliverytime><stockstatus>${stock}</stockstatus></product>`).join('')}</products>`,
    { availability: 'out_of_stock' },
  ],
  [
    'Ceneo, whose further pictures are beside the main one',
    `<offers>${[1, 2].map((at) => `<o id="${at}" url="https://s.example/${at}" price="5" stock="${at}"><cat>Lamps</cat><name>Lamp ${at}</name><imgs><main url="https://s.example/${at}.jpg"/><i url="https://s.example/${at}b.jpg"/></imgs></o>`).join('')}</offers>`,
    { image: 'https://s.example/1.jpg', images: ['https://s.example/1b.jpg'] },
  ],
  [
    'prices of several shops, of which -1 is a mark of nothing',
    '[{"id":"1","name":"Lamp one","rival_price":-1,"shop_price":5},{"id":"2","name":"Lamp two","rival_price":-1,"shop_price":6}]',
    { price: 5 },
  ],
  [
    'an Italian table',
    'titolo,descrizione,prezzo\nPorta candele in ceramica,Smalto blu,35\nSet sottobicchieri in sughero,Set da 4 pezzi,18\n',
    { name: 'Porta candele in ceramica' },
  ],
  [
    'WooCommerce products without a parent',
    JSON.stringify(
      [1, 2, 3].map((id) => ({ id, name: `Lamp ${id}`, type: 'simple', status: 'publish', price: '5', parent_id: 0 })),
    ),
    { item_group: null },
  ],
  [
    'colours in a language other than English, and a longer name of categories',
    'Код;Название;Цена;Цвет;Категория дверей\n1;Дверь Альба;5;Белый, Серый;Двери\n2;Дверь Весна;5;Белый;Двери\n',
    { цвет: ['Белый', 'Серый'], category: 'Двери' },
  ],
  [
    'categories with commas within their levels',
    'id,name,category,price\n1,Nuts,"Food/Sweets/Fruits, Nuts & Snacks/Mixed",5\n2,Fish,"Food/Canned, Jarred & Packaged/Fish",5\n3,Soap,"Home/Bath/Soap, Food/Soap",5\n',
    { category: 'Food > Sweets > Fruits, Nuts & Snacks > Mixed' },
  ],
  [
    'the grid of Magento, where a dash of a variant is no picture',
    'ID,Thumbnail,Name,Type,SKU,Price,Salable Quantity,Visibility,Status\n1, -,Tee-S,Simple Product,T-S,$5.00,Default Stock: 1,Not Visible Individually,Enabled\n2,https://s.example/t.jpg,Tee,Configurable Product,T,$5.00,,"Catalog, Search",Enabled\n',
    { name: 'Tee', image: 'https://s.example/t.jpg', product_code: 'T-S' },
  ],
  [
    'Wix colours written as `rgb()`',
    'handleId,fieldType,name,price,surcharge,visible,inventory,productOptionName1,productOptionType1,productOptionDescription1\np,Product,Dress,18,,true,InStock,Colour,COLOR,"rgb(255, 192, 203):pink;#CC9BD0:Lilac"\np,Variant,,,0,true,InStock,,,"rgb(255, 192, 203):pink"\n',
    { param_colour: 'pink' },
  ],
  [
    'Shopify with some columns only, where nobody counts the stock',
    "Handle,Title,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Barcode\na,Lamp,A1,,0,'8720602828605\nb,Rug,B1,shopify,0,'8720602898363\n",
    { availability: 'in_stock' },
  ],
  [
    'a shop that says what is sold out, with levels of categories by their rank',
    'product_id,product_name,price,out_of_stock,primary_category,secondary_category,tertiary_category\n1,Eau de Parfum,35,0,Fragrance,Women,Perfume\n2,Rollerball,30,1,Fragrance,Women,Rollerballs\n',
    { availability: 'in_stock', category: 'Fragrance > Women > Perfume' },
  ],
  [
    'a scraper that keeps the price in an object',
    '[{"id":"a","title":"Joggers","pricing":{"currency":"GBP","current":12,"list":null,"discount":13}},{"id":"b","title":"Slim joggers","pricing":{"currency":"GBP","current":12.6,"list":null,"discount":5}}]',
    { price: 12, currency: 'GBP' },
  ],
  [
    'pages of variants with marks of a campaign',
    'sku,title,price,url\n1,Watch Blue,5,https://s.example/watch?variant=1&utm_source=idealo&utm_medium=cpc\n2,Watch Red,5,https://s.example/watch?variant=2&utm_source=idealo&utm_medium=cpc\n',
    { item_group: 'https://s.example/watch' },
  ],
  [
    'a feed between the marks of code, with the option of products without any in their names',
    '```xml\n<?xml version="1.0"?>\n<SHOP><SHOPITEM><ITEM_ID>1</ITEM_ID><PRODUCTNAME>Perfume EDP Default Title</PRODUCTNAME></SHOPITEM><SHOPITEM><ITEM_ID>2</ITEM_ID><PRODUCTNAME>Soap - Default Title</PRODUCTNAME></SHOPITEM></SHOP>\n```\n',
    { id: '1', name: 'Perfume EDP' },
  ],
  [
    'German names of Google',
    'id\ttitel\tbeschreibung\tpreis\tsonderangebotspreis\tprodukttyp\tartikelgruppen-id\n1\tStehlampe\tEine Lampe\t99,00 EUR\t79,00 EUR\tLampen > Stehlampen\tg1\n2\tTischlampe\tEine kleine Lampe\t49,00 EUR\t\tLampen > Tischlampen\tg1\n',
    { price: 79, price_before: 99, category: 'Lampen > Stehlampen', item_group: 'g1' },
  ],
  [
    'the price of the product beside that of a list',
    'productcode,productname,productprice,saleprice,listprice\nL1,Pine lamp,49.00,,60.00\nL2,Oak lamp,99.00,79.00,120.00\n',
    { price: 49, price_before: 60 },
  ],
  [
    'a marketplace with prices with and without VAT and ids of variants',
    'ProductId,SkuId,Title,NormalPriceWithoutVAT,NormalPriceWithVAT,DiscountPriceWithVAT,Currency\nP1,P1-S,Shirt,20.00,24.00,18.00,GBP\nP1,P1-M,Shirt,20.00,24.00,,GBP\n',
    { id: 'P1-S', price: 18, price_before: 24 },
  ],
  [
    'a till whose stock is not tracked, with places in brackets',
    'Handle,SKU,Name,Track stock,Available for sale [Main],Price [Main],In stock [Main]\nold,1,Old mug,Y,N,8,2\nmug,2,Mug,N,Y,8,0\ntee,3,Tee,Y,Y,12,0\n',
    { name: 'Mug', availability: 'in_stock' },
  ],
];

test.each(cases)('finds the fields of %s', async (_what, text, expected) => {
  const { all } = await readText(text);
  const { id, fields: others } = itemMaker(proposeMapping(all))(all[0]!).item!;
  const fields: typeof others = { ...others, id };
  for (const [field, value] of Object.entries(expected)) expect(fields[field], field).toEqual(value ?? undefined);
});
