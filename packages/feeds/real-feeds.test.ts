import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Item } from '#contract/item.ts';
import { sharedData } from '#scripts/shared-data.ts';
import { inferFieldTypes } from '#feeds/items/field-types.ts';
import { sampleSize } from './limits.ts';
import { proposeMapping } from '#feeds/mapping/mapping.ts';
import { errorCode, readPath } from '#feeds/testing/read-text.ts';
import { itemMaker } from '#feeds/items/to-item.ts';

/** A feed from its bytes to its items, by nothing but proposals. */
async function importFeed(path: string) {
  const feed = await readPath(sharedData(path) ?? '');
  const make = itemMaker(proposeMapping(feed.all.slice(0, sampleSize)));
  const results = feed.all.map(make);
  return {
    ...feed,
    items: results.flatMap(({ item }) => (item ? [item] : [])),
    problems: results.flatMap(({ problems }) => problems),
  };
}

const distinct = (items: readonly Item[]) => new Set(items.map(({ id }) => id)).size;

describe.skipIf(sharedData('feeds') === null)('real feeds beside the checkout', () => {
  test('Google Merchant as Atom', async () => {
    const { tagName, source, items, problems } = await importFeed('feeds/xml/inteve_google.xml');
    expect([tagName, source, items.length, distinct(items), problems.length]).toEqual(['entry', 'google', 2, 1, 0]);
    expect(items[0]).toEqual({
      id: '001',
      fields: {
        name: 'Product ABC',
        description: 'Lorem ipsum dolor sit amet',
        brand: 'Brand',
        category: 'Category',
        price: 5,
        currency: 'USD',
        image: 'http://www.example.com/images/product-abc.jpg',
        url: 'http://www.example.com/product-abc/',
        availability: 'in_stock',
        item_group: 'AB12345',
        additional_image_link: [
          'http://www.example.com/images/product-abc-2.jpg',
          'http://www.example.com/images/product-abc-3.jpg',
        ],
        identifier_exists: 'no',
        condition: 'new',
        adult: 'no',
        color: 'red',
        gender: 'male',
        size: 'XXL',
        shipping: '10.00 USD',
        shipping_label: 'Only FedEx',
      },
    });
  });

  test('Google Merchant as RSS', async () => {
    const { tagName, source, items } = await importFeed('feeds/xml/kikuai_google.xml');
    expect([tagName, source]).toEqual(['item', 'google']);
    expect(items).toEqual([
      {
        id: 'SKU-2001',
        fields: {
          name: 'Desk Lamp',
          description: 'Adjustable desk lamp',
          brand: 'Kiku Goods',
          price: 42,
          currency: 'USD',
          image: 'https://example.com/images/desk-lamp.jpg',
          url: 'https://example.com/products/desk-lamp',
          availability: 'in_stock',
          ean: '4006381333931',
          item_group: 'desk-lamp',
        },
      },
    ]);
  });

  test("a price of shipping is not the item's price", async () => {
    const { items } = await importFeed('feeds/xml/google_readme_sheronov.xml');
    expect(items[0]?.fields).toMatchObject({
      price: 9.99,
      currency: 'GBP',
      category: 'Animals > Pet Supplies',
      shipping_price: '4.95 GBP',
    });
  });

  test('Heureka', async () => {
    const { tagName, source, items } = await importFeed('feeds/xml/inteve_heureka.xml');
    expect([tagName, source, items.length, distinct(items)]).toEqual(['SHOPITEM', 'heureka', 3, 2]);
    expect(items[0]?.fields).toMatchObject({
      name: 'Product ABC',
      category: 'Electronics > TVs',
      availability: 'in_stock',
      param_color: 'red',
      param_weight: '10kg',
    });
    const { items: others } = await importFeed('feeds/xml/baraja_heureka.xml');
    expect(others).toMatchObject([
      {
        id: 'product-123',
        fields: {
          name: 'Full Product Name',
          category: 'Electronics > Phones',
          price: 1299,
          brand: 'Brand Name',
          delivery_delivery_id: ['PPL', 'ZASILKOVNA'],
        },
      },
    ]);
  });

  test('Zboží, with its default namespace, units and prices before', async () => {
    const { source, items } = await importFeed('feeds/xml/inteve_zbozi.xml');
    expect([source, items.length, distinct(items)]).toEqual(['heureka', 3, 2]);
    expect(items[0]?.fields).toMatchObject({ name: 'Product ABC', price: 5, param_weight: '10 kg' });
    expect(items[2]).toMatchObject({ id: '002', fields: { name: 'Product DEF' } });
  });

  test('Yandex, with its attributes', async () => {
    const { tagName, items } = await importFeed('feeds/xml/yandex_yml_goyml.xml');
    expect([tagName, items.length]).toEqual(['offer', 2]);
    expect(items[0]).toMatchObject({
      id: '123',
      fields: {
        name: 'Наручные часы Casio A1234567B',
        price: 600,
        price_before: 800,
        currency: 'USD',
        brand: 'Casio',
        product_code: 'A1234567B',
        availability: 'in_stock',
      },
    });
  });

  test('the same products as XML attributes and as CSV are the same items', async () => {
    const [xml, csv] = await Promise.all([
      importFeed('feeds/xml/bagisto_products.xml'),
      importFeed('feeds/csv/bagisto_products.csv'),
    ]);
    expect([xml.tagName, xml.items.length]).toEqual(['product', 26]);
    // Line breaks are not kept in XML attributes of this file, and plain text has none either.
    expect(new Map(xml.items.map((item) => [item.id, item]))).toEqual(new Map(csv.items.map((item) => [item.id, item])));
  });

  test('a tree of categories', async () => {
    const { tagName, items } = await importFeed('feeds/xml/heureka_sekce.xml');
    expect([tagName, items.length, distinct(items)]).toEqual(['CATEGORY', 10, 9]);
    expect(items[0]).toEqual({ id: '1486', fields: { name: 'Auta', category: 'Auto-moto > Auta' } });
  });

  for (const folder of ['google_base_rss2', 'google_base_atom_attributes']) {
    test(`every file of ${folder} gives items with a name and an id`, async () => {
      const files = readdirSync(sharedData(`feeds/xml/${folder}`) ?? '');
      for (const file of files) {
        const { source, items, all } = await importFeed(`feeds/xml/${folder}/${file}`);
        expect(source, file).toBe('google');
        expect(items.length, file).toBe(all.length);
        expect(
          items.every(({ id, fields }) => id !== '' && typeof fields.name === 'string'),
          file,
        ).toBe(true);
      }
    });
  }

  test('22,751 rows in windows-1250 with Czech headers', async () => {
    const { encoding, warnings, items, problems, all } = await importFeed('feeds/csv/sukl_dis13_202005_cp1250.csv');
    expect([encoding, warnings.map(({ code }) => code), all.length, items.length, distinct(items), problems.length]).toEqual([
      'windows-1250',
      ['unsaidEncoding'],
      22_751,
      22_751,
      8184,
      0,
    ]);
    expect(items.filter(({ fields }) => fields.price !== undefined)).toHaveLength(15_820);
    expect(items[0]).toMatchObject({ id: '53907', fields: { name: 'SEPTOMIXINE', drzitel_registracniho_rozhodnuti: 'SPH' } });
    expect(items.find(({ id }) => id === '107294')?.fields).toMatchObject({
      name: '0,9% SODIUM CHLORIDE IN WATER FOR INJECTION "FRESENIUS"',
      price: 255.9,
    });
    expect(inferFieldTypes(items.slice(0, 1000))).toMatchObject({ price: 'float', pocet_baleni_m: 'integer', zeme: 'text' });
  });

  test('3,291 products without an id all get one, although 62 names come twice', async () => {
    const { items, problems, all } = await importFeed('catalogues/bestbuy_typesense.json');
    expect([all.length, items.length, distinct(items), problems.length]).toEqual([3291, 3291, 3291, 0]);
    expect(items.filter(({ id }) => id.includes('-'))).toHaveLength(62);
    expect(items[0]?.fields).toMatchObject({
      category: 'Cell Phones > Prepaid Phones > All Prepaid Phones',
      price: 49.99,
      popularity: 21_449,
      image: 'https://cdn-demo.algolia.com/bestbuy-0118/4984700_sb.jpg',
    });
    expect(items.some(({ fields }) => String(fields.name).includes('&#'))).toBe(false);
  });

  test('19,406 products with 5,366 field names keep 200 for the schema', async () => {
    const { items, all } = await importFeed('relevance/icecat/products.jsonl');
    expect([all.length, items.length, distinct(items)]).toEqual([19_406, 19_406, 19_406]);
    expect(items[0]).toMatchObject({
      id: '3920564',
      fields: {
        name: 'Xerox 006R90321 toner cartridge Original Black 6 pc(s)',
        feed_name: '006R90321',
        brand: 'Xerox',
        price: 4995,
        ean: '0095205603217',
        attr_n_quantity_per_pack: 6,
      },
    });
    const types = inferFieldTypes(items.slice(0, 1000));
    expect(Object.keys(types)).toHaveLength(200);
    expect(types).toMatchObject({
      name: 'text',
      ean: 'text',
      price: 'float',
      attr_b_touchscreen: 'boolean',
      date_released: 'date',
      attr_n_weight: 'float',
    });
  });

  test('rows that continue a product are its variants, and its own price of 0 is not shown', async () => {
    const { items, problems, warnings } = await importFeed('feeds/csv/spree_products.csv');
    const variants = items.filter(({ fields }) => fields.name !== undefined);
    expect([variants.length, distinct(variants), new Set(variants.map(({ fields }) => fields.item_group)).size]).toEqual([
      87, 87, 37,
    ]);
    expect(variants.every(({ fields }) => Number(fields.price) > 0 && fields.currency === 'USD')).toBe(true);
    expect(variants[1]).toMatchObject({
      id: 'AUTOMATIC-ESPRESSO-MACHINE-SILVER',
      fields: {
        name: 'Automatic Espresso Machine',
        item_group: 'automatic-espresso-machine',
        price: 879.99,
        option1_value: 'Silver',
      },
    });
    // The same variants once more, with a price in another currency, are told once.
    expect([problems, warnings]).toEqual([[], [{ code: 'otherEditions', details: { count: 87, field: 'currency' } }]]);
    const vendure = await importFeed('feeds/csv/vendure_products.csv');
    expect([vendure.items.length, vendure.problems.length]).toEqual([88, 0]);
    expect(vendure.items[1]?.fields).toMatchObject({
      name: 'Laptop',
      brand: 'Apple',
      category: 'Electronics > Computers',
      price: 1399,
    });
    const shopify = await importFeed('feeds/csv/shopify_packt_product-data.csv');
    expect([shopify.items.length, distinct(shopify.items), shopify.problems.length]).toEqual([21, 21, 0]);
    expect(shopify.items.at(-1)).toMatchObject({
      id: 'gardening-gloves:yellow',
      fields: { name: 'Gardening Gloves', item_group: 'gardening-gloves' },
    });
  });

  test('a table without a header keeps its first row', async () => {
    const { items, warnings } = await importFeed('catalogues/oscar_books.hacking.csv');
    expect([items.length, warnings.map(({ code }) => code)]).toEqual([33, ['noHeader']]);
    expect(items[0]).toMatchObject({
      id: '9781416507789',
      fields: { name: "The Cuckoo's Egg", category: 'Books > Non-Fiction > Hacking', price: 9.99, ean: '9781416507789' },
    });
    expect((await importFeed('catalogues/adventureworks/Product.csv')).items).toHaveLength(504);
  });

  test('a file for another program is refused', async () => {
    for (const file of ['aws_retail_products.yaml', 'shopify_vision_database.yml'])
      expect(await errorCode(readPath(sharedData(`catalogues/${file}`) ?? ''))).toBe('yaml');
  });
});
