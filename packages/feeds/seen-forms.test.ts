import { test } from 'vitest';
import { expectItems, type FeedCase } from '#feeds/testing/read-items.ts';

const json = (...items: readonly object[]): string => JSON.stringify({ products: items });
const table = (header: string, ...rows: readonly string[]): string => [header, ...rows].join('\n');

/** Forms of real shops’ files, with data of our own. */
const cases: readonly FeedCase[] = [
  {
    what: 'amounts in cents of Medusa 1, which has stock beside them, except in currencies without cents',
    text: json(
      {
        id: 'p1',
        title: 'Mug',
        variants: [
          { id: 'v1', inventory_quantity: 4, prices: [{ currency_code: 'eur', amount: 1950 }] },
          { id: 'v2', inventory_quantity: 0, prices: [{ currency_code: 'jpy', amount: 1950 }] },
        ],
      },
      { id: 'p2', title: 'Jar', variants: [{ id: 'v3', prices: [{ currency_code: 'eur', amount: 19 }] }] },
    ),
    items: {
      v1: { price: 19.5, currency: 'EUR', availability: 'in_stock' },
      v2: { price: 1950, currency: 'JPY', availability: 'out_of_stock' },
      v3: { price: 19 },
    },
  },
  {
    what: 'amounts in cents beside their text, as in Gumroad',
    text: json(
      { id: 'a', name: 'Icons', price: 1500, currency: 'usd', formatted_price: '$15' },
      { id: 'b', name: 'Font', price: 999, currency: 'usd', formatted_price: '$9.99' },
      { id: 'c', name: 'Lamp', price: 40, currency: 'usd', formatted_price: '$40' },
    ),
    items: { a: { price: 15, currency: 'USD' }, b: { price: 9.99 }, c: { price: 40 } },
  },
  {
    what: 'amounts in cents of Shopify’s product pages',
    text: json(
      {
        id: 1,
        title: 'Tee',
        price: 8900,
        price_varies: false,
        variants: [{ id: 11, title: 'S', option1: 'S', price: 8900, compare_at_price: 9900, available: true }],
      },
      { id: 2, title: 'Cap', price: 1950, price_varies: false, variants: [{ id: 21, price: 1950, available: false }] },
    ),
    items: { 11: { price: 89, price_before: 99 }, 21: { price: 19.5, availability: 'out_of_stock' } },
  },
  {
    what: 'prices of Stripe, which name their product, and columns of cents',
    text: json(
      { id: 'x', unit_amount: 4500, currency: 'eur', product: { name: 'Bag' } },
      { id: 'y', unit_amount: 999, currency: 'eur', product: { name: 'Hat' } },
    ),
    items: { x: { name: 'Bag', price: 45, currency: 'EUR' }, y: { price: 9.99 } },
  },
  {
    what: 'normal prices in columns of cents',
    text: table('sku,name,price_cents,compare_at_price_cents', '1,Bag,4500,5000', '2,Hat,999,'),
    items: { 1: { price: 45, price_before: 50 }, 2: { price: 9.99, price_before: null } },
  },
  {
    what: 'pictures on pages of file hosts',
    text: table(
      'sku,name,image',
      '1,Mug,https://github.com/ana/shop/blob/main/img/mug.png',
      '2,Cup,https://drive.google.com/file/d/1AbCdEfGhIjKlMnOpQrStUv/view?usp=sharing',
      '3,Jar,https://www.dropbox.com/s/a1b2/jar.jpg?dl=0',
    ),
    items: {
      1: { image: 'https://raw.githubusercontent.com/ana/shop/main/img/mug.png' },
      2: { image: 'https://drive.google.com/thumbnail?id=1AbCdEfGhIjKlMnOpQrStUv&sz=w1000' },
      3: { image: 'https://www.dropbox.com/s/a1b2/jar.jpg?raw=1' },
    },
  },
  {
    what: 'slashes between levels where all categories have some',
    text: table('sku,name,category', '1,Lamp,House/Lamps', '2,Hoe,Garden/Tools', '3,Pot,Kitchen/Pots'),
    items: { 1: { category: 'House > Lamps' }, 2: { category: 'Garden > Tools' }, 3: { category: 'Kitchen > Pots' } },
  },
  {
    what: 'a slash in the name of the only category, and carets between levels',
    text: table('sku,name,category', '1,Amplifier,Audio/Video', '2,Screen,Audio/Video', '3,Lamp,House^Lamps'),
    items: { 1: { category: 'Audio/Video' }, 2: { category: 'Audio/Video' }, 3: { category: 'House > Lamps' } },
  },
  {
    what: 'the path of Tradetracker’s category',
    text: `<products>${['Shoes', 'Boots'].map((name) => `<product ID="${name}"><name>${name}</name><price currency="EUR">45</price><categories><category path="Women &gt; ${name}">${name}</category></categories></product>`).join('')}</products>`,
    items: { Shoes: { category: 'Women > Shoes' }, Boots: { category: 'Women > Boots' } },
  },
  {
    what: 'no fees, gift wrap and insurance of the checkout',
    text: json(
      ...['mug', 'mc-hidden-fee', 'gift-wrap', 'shipping-protection', 'gift-wrap-paper-red'].map((handle, at) => ({
        id: at,
        title: handle,
        handle,
        price: 5,
      })),
    ),
    items: { 0: { name: 'mug' }, 4: { name: 'gift-wrap-paper-red' } },
  },
  {
    what: 'numbered rows, models and rates where nothing else is the id, the name or the price',
    text: table(
      'Sr. No.,Brand,Model,Rate,Rating',
      '1,Lipa,A14,"INR 14,999.00",4.5',
      '2,Borova,G54,"INR 9,999.00",4.1',
      '3,Lipa,R12,"INR 999.00",3',
    ),
    items: { 1: { name: 'A14', brand: 'Lipa', price: 14999, currency: 'INR' }, 2: { price: 9999 }, 3: {} },
  },
  {
    what: 'amounts in cents of Shopify’s product pages without a word about varying prices',
    text: json(
      {
        url: '/products/towel',
        title: 'Towel',
        price: '999.00',
        variants: [{ id: 1, title: 'Default Title', price: 99900, available: true, options: ['Default Title'] }],
      },
      {
        url: '/products/tee',
        title: 'Tee',
        variants: [{ id: 2, title: 'Red / S', price: 1950, available: true, options: ['Red', 'S'] }],
      },
    ),
    items: { 1: { price: 999 }, 2: { price: 19.5 } },
  },
  {
    what: 'variants that are numbered within their product, or not at all',
    text: json(
      {
        id: 'fox',
        title: 'Fox',
        variants: [
          { id: '25', label: '25 pieces', price: 3 },
          { id: '50', label: '50 pieces', price: 6 },
        ],
      },
      { id: 'owl', title: 'Owl', variants: [{ id: '25', label: '25 pieces', price: 4 }] },
      {
        id: 'elk',
        title: 'Elk',
        sizes: [
          { size: 'S', price: 7 },
          { size: 'XL', price: 8 },
        ],
      },
    ),
    items: {
      'fox-25': { price: 3, item_group: 'fox' },
      'fox-50': { price: 6 },
      'owl-25': { price: 4 },
      'elk-s': { price: 7, size: 'S', item_group: 'elk' },
      'elk-xl': { price: 8 },
    },
  },
  {
    what: 'sizes with a price each of items without one, but no choices of toppings',
    text: json(
      {
        id: 'a',
        name: 'Soup',
        portions: [
          { size: 'small', price: 3 },
          { size: 'big', price: 5 },
        ],
        toppings: [{ name: 'Cheese', price: 1 }],
      },
      { id: 'b', name: 'Cake', portions: [{ size: 'one', price: 4 }] },
      { id: 'c', name: 'Tea', price: 2, extras: [{ name: 'Milk', price: 1 }], sets: [{ name: 'Cup', price: 9 }] },
    ),
    items: { 'a-small': { price: 3 }, 'a-big': { price: 5, item_group: 'a' }, b: { price: 4 }, c: { price: 2 } },
  },
  {
    what: 'names of categories that are listed beside the items',
    text: JSON.stringify({
      categories: [
        { id: 1, name: 'House' },
        { id: 2, slug: 'lamps', name: 'Lamps', parent_id: 1 },
        { id: 'x', name: 'Sale' },
      ],
      products: [
        { id: 'a', name: 'Lamp', price: 5, category: 'lamps' },
        { id: 'b', name: 'Rug', price: 6, category_id: 1 },
        { id: 'c', name: 'Cup', price: 7, categories: [2, 'x'] },
        { id: 'd', name: 'Jar', price: 8, category: 'Jars' },
      ],
    }),
    items: {
      a: { category: 'House > Lamps' },
      b: { category: 'House' },
      c: { category: ['House > Lamps', 'Sale'] },
      d: { category: 'Jars' },
    },
  },
  {
    what: 'names instead of templates of names',
    text: table(
      'id,name,price,title',
      '1,Dress belt,5,{Finish} belt ({Size})',
      '2,Suede belt,6,{Finish} suede belt',
      '3,Nylon belt,7,Nylon belt',
    ),
    items: { 1: { name: 'Dress belt' }, 2: {}, 3: {} },
  },
  {
    what: 'euros of Skroutz, whatever the domain',
    text: `<mywebstore><products>${[1, 2].map((id) => `<product><id>${id}</id><name>Guide bar ${id}</name><link>https://www.bars.ro/${id}</link><price_with_vat>10.99</price_with_vat></product>`).join('')}</products></mywebstore>`,
    language: 'ro',
    items: { 1: { price: 10.99, currency: 'EUR' }, 2: {} },
  },
  {
    what: 'no address of anybody’s pictures before a relative one',
    text: json(
      { id: 1, name: 'Bread', img: './img/bread.webp' },
      { id: 2, name: 'Cake', img: 'https://images.unsplash.com/photo-16?w=6' },
    ),
    items: { 1: { image: null }, 2: { image: 'https://images.unsplash.com/photo-16?w=6' } },
  },
  {
    what: 'variants without an id of their own, told apart by their options',
    text: json({
      id: 'a',
      name: 'Dress',
      price: 9,
      variants: [
        { size: 'S', color: 'Red', stock: 1 },
        { size: 'S', color: 'Blue', stock: 0 },
      ],
    }),
    items: {
      'a-s_red': { price: 9, item_group: 'a', availability: 'in_stock' },
      'a-s_blue': { color: 'Blue', availability: 'out_of_stock' },
    },
  },
  {
    what: 'a price list with a title and headings between its rows',
    text: table(
      '   OUR CATALOGUE,,,',
      'Product name,Pack size,Stock status,',
      'RICE,,,',
      'Red rice,1 kg,In stock,',
      'Black rice,5 kg,Out of stock,',
      ',,,',
      'OIL/GHEE,,,',
      'Peanut oil,1 l,In stock,Buy two',
      'Ghee,1 l,In stock,',
    ),
    ids: 'generated',
    items: {
      'Red rice': { category: 'RICE', availability: 'in_stock', pack_size: '1 kg' },
      'Black rice': { category: 'RICE', availability: 'out_of_stock' },
      'Peanut oil': { category: 'OIL/GHEE' },
      Ghee: {},
    },
  },
  {
    what: 'products without a price that are called in capitals like all others',
    text: table('name,price,stock', 'LAMP,5,1', 'RUG,,', 'CUP,6,2', 'JAR,,', 'POT,7,3'),
    ids: 'generated',
    items: { LAMP: { category: null }, RUG: {}, CUP: {}, JAR: {}, POT: {} },
  },
  {
    what: 'departments above categories, and what is sold',
    text: table(
      'sku;nombre;departamento;categoria;subcategoria;availability',
      '1;Aceite;Almacén;Aceites;-;Available',
      '2;Ketchup;Almacén;Aderezos;-;Sold',
      '3;Arroz;Almacén;Legumbres;-;Available',
    ),
    items: {
      1: { category: 'Almacén > Aceites', availability: 'in_stock' },
      2: { category: 'Almacén > Aderezos', availability: 'out_of_stock' },
      3: {},
    },
  },
  {
    what: 'the first column as the name, not a list of uses',
    text: table(
      'Spice,Flavour,Usage,Price',
      'Allspice,Sweet,"Soups, Desserts, Breads",5.95',
      'Basil,Sweet,"Dressings, Sauces, Soups",3.75',
      'Cumin,Smokey,"Soups, Rice, Sauces",2.80',
    ),
    ids: 'generated',
    items: { Allspice: { price: 5.95 }, Basil: {}, Cumin: {} },
  },
  {
    what: 'reduced prices only where a flag in the shop’s language says that they count',
    text: json(
      { id: 1, nom: 'Phone', prix: 200, prix_promo: 150, promotion_active: false },
      { id: 2, nom: 'Tablet', prix: 100, prix_promo: 80, promotion_active: true },
    ),
    items: { 1: { price: 200, price_before: null }, 2: { price: 80, price_before: 100 } },
  },
  {
    what: 'loaves by weight of products without an id, and words for what can be delivered',
    text: json(
      {
        name: 'Rye',
        verfuegbar: false,
        variantes: [
          { name: '600 g', prix: 3 },
          { name: '1 kg', prix: 5 },
        ],
      },
      { name: 'Oat', verfuegbar: true, variantes: [{ name: '600 g', prix: 4 }] },
    ),
    items: {
      'Rye-600_g': { name: 'Rye', price: 3, item_group: 'Rye', variant_title: '600 g', availability: 'out_of_stock' },
      'Rye-1_kg': { price: 5 },
      'Oat-600_g': { price: 4, availability: 'in_stock' },
    },
  },
  {
    what: 'the slugs of Sanity as ids',
    text: ['lamp', 'rug']
      .map((slug) => JSON.stringify({ _type: 'product', name: slug, price: 5, slug: { _type: 'slug', current: `a-${slug}` } }))
      .join('\n'),
    items: { 'a-lamp': { name: 'lamp' }, 'a-rug': {} },
  },
  ...[0, 2].map((indent) => ({
    what: `lists of goods side by side, their keys as categories, indented by ${String(indent)}`,
    text: JSON.stringify(
      {
        shop: 'Cellar',
        opening: [{ day: 'Monday', hours: '9–17' }],
        vini: [
          { id: 1, nome: 'Rosso', prezzo: 9.5 },
          { id: 2, nome: 'Bianco', prezzo: 8 },
        ],
        oli: [{ id: 101, nome: 'Olio', prezzo: 12.9 }],
      },
      null,
      indent,
    ),
    items: { 1: { name: 'Rosso', price: 9.5, category: 'vini' }, 2: {}, 101: { price: 12.9, category: 'oli' } },
  })),
  {
    what: 'groups of drinks named by their category, in one line',
    text: JSON.stringify({
      productos: [
        {
          categoria: 'CERVEZAS',
          productos: [
            { id: 'r', nombre: 'Rubia', precio: 115 },
            { id: 'n', nombre: 'Negra', precio: 120 },
          ],
        },
        { categoria: 'VINOS', productos: [{ id: 't', nombre: 'Tinto', precio: 2200 }] },
      ],
    }),
    items: { r: { name: 'Rubia', category: 'CERVEZAS', price: 115 }, n: {}, t: { category: 'VINOS' } },
  },
  {
    what: 'categories that the shop’s language names, by their slugs',
    text: JSON.stringify({
      categorias: [
        { slug: 'camas', nome: 'Camas' },
        { slug: 'rede', nome: 'Redes' },
      ],
      produtos: [
        { id: 1, nome: 'Cama', preco: 5, categoria_slug: 'camas' },
        { id: 2, nome: 'Rede', preco: 6, categoria_slug: 'rede' },
      ],
    }),
    items: { 1: { category: 'Camas', price: 5 }, 2: { category: 'Redes' } },
  },
  {
    what: 'goods below a broken category',
    text: '{"categories":[{"id":1,"name":Lamps},{"id":2,"name":"Rugs"}],"products":[{"id":"a","name":"Kilim","price":5,"category":2}]}',
    items: { a: { name: 'Kilim', category: 'Rugs' } },
  },
];

test.each(cases)('reads $what', async (given) => {
  await expectItems(given);
});
