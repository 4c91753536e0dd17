import { test } from 'vitest';
import { expectItems, type FeedCase } from '#feeds/testing/read-items.ts';

/** Responses of APIs, as scripts store them. */
const cases: readonly FeedCase[] = [
  {
    what: 'JSON in one object whose products begin their lines; options and prices of Medusa',
    text: `{"products":[${['brown', 'white'].map((colour, at) => `{"id":"p${at}","title":"Chair ${at}","handle":"chair-${at}","variants":[{"id":"v${at}","manage_inventory":${at === 0},"inventory_quantity":0,"options":[{"value":"${colour}","option":{"title":"Colour"}}],"calculated_price":{"calculated_amount":59.9,"original_amount":79.9,"currency_code":"eur"}}]}`).join(',\n')}]}`,
    items: {
      v0: {
        price: 59.9,
        price_before: 79.9,
        currency: 'EUR',
        param_colour: 'brown',
        availability: 'out_of_stock',
        item_group: 'p0',
      },
      v1: { param_colour: 'white', availability: 'in_stock' },
    },
  },
  {
    what: 'prices and rich texts of Saleor',
    text: JSON.stringify({
      data: {
        products: {
          edges: [1, 2].map((id) => ({
            node: {
              id: `N${id}`,
              name: `Juice ${id}`,
              description: JSON.stringify({ blocks: [{ data: { text: 'Pressed "cold".' }, type: 'paragraph' }] }),
              pricing: {
                priceRange: { start: { gross: { amount: 2, currency: 'USD' } } },
                priceRangeUndiscounted: { start: { gross: { amount: 1 + id, currency: 'USD' } } },
              },
            },
          })),
        },
      },
    }),
    items: {
      N1: { description: 'Pressed "cold".', price: 2, price_before: null, currency: 'USD' },
      N2: { price: 2, price_before: 3 },
    },
  },
  {
    what: 'BigCommerce and Shopware: the calculated price, not its quantity',
    text: JSON.stringify({
      elements: [1, 2].map((id) => ({
        id: `a${id}`,
        productNumber: `C${id}`,
        name: `Stuhl ${id}`,
        calculatedPrice: { unitPrice: 59.9, quantity: 1, totalPrice: 59.9, listPrice: { price: 79.9 } },
      })),
    }),
    items: { a1: { price: 59.9, price_before: 79.9, product_code: 'C1' }, a2: {} },
  },
  {
    what: 'amounts in cents: Etsy, Stripe and Square',
    text: JSON.stringify({
      objects: [
        {
          type: 'ITEM',
          id: 'W1',
          item_data: {
            name: 'Chair',
            variations: [5990, 6490].map((amount) => ({
              type: 'ITEM_VARIATION',
              id: `V${amount}`,
              item_variation_data: { name: 'Brown', pricing_type: 'FIXED_PRICING', price_money: { amount, currency: 'USD' } },
            })),
          },
        },
        { type: 'ITEM', id: 'E1', item_data: { name: 'Mug', price: { amount: 590, divisor: 100, currency_code: 'EUR' } } },
        { type: 'ITEM', id: 'S1', item_data: { name: 'Hat', default_price: { unit_amount: 990, currency: 'eur' } } },
        { type: 'ITEM', id: 'S2', item_data: { name: 'Cap', default_price: { unit_amount: 990, currency: 'jpy' } } },
      ],
    }),
    items: {
      V5990: { name: 'Chair', price: 59.9, currency: 'USD', item_group: 'W1', category: null, variant_title: 'Brown' },
      V6490: { price: 64.9 },
      E1: { price: 5.9, currency: 'EUR' },
      S1: { price: 9.9, currency: 'EUR' },
      S2: { price: 990, currency: 'JPY' },
    },
  },
  {
    what: 'lines of Shopify: variants name their product, which gives them its name',
    text: [
      { id: 'P1', title: 'Oak chair', vendor: 'Lipa', status: 'ACTIVE' },
      { id: 'V1', title: 'Brown', price: '59.90', inventoryQuantity: 5, __parentId: 'P1' },
      { id: 'V2', title: 'White', price: '64.90', inventoryQuantity: 0, __parentId: 'P1' },
      { id: 'P2', title: 'Lamp', vendor: 'Lux', status: 'DRAFT' },
      { id: 'V3', title: 'Default Title', price: '9.90', inventoryQuantity: 5, __parentId: 'P2' },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n'),
    items: {
      V1: { name: 'Oak chair', brand: 'Lipa', price: 59.9, item_group: 'P1', variant_title: 'Brown' },
      V2: { availability: 'out_of_stock' },
    },
  },
  {
    what: 'Squarespace in JSON: the sale price beside the base price',
    text: JSON.stringify({
      products: [
        {
          id: 'S1',
          name: 'Chair',
          variants: ['59.90', '0.00'].map((value, at) => ({
            id: `v${at}`,
            pricing: { basePrice: { currency: 'USD', value: '79.90' }, salePrice: { currency: 'USD', value } },
            stock: { quantity: 0, unlimited: at === 0 },
          })),
        },
      ],
    }),
    items: {
      v0: { price: 59.9, price_before: 79.9, availability: 'in_stock' },
      v1: { price: 79.9, price_before: null, availability: 'out_of_stock' },
    },
  },
  {
    what: 'PrestaShop’s API: the first of several languages',
    text: `<prestashop xmlns:xlink="http://www.w3.org/1999/xlink"><products>${[1, 0].map((active) => `<product><id>${active + 1}</id><manufacturer_name>Lipa</manufacturer_name><price>59.90</price><active>${active}</active><id_manufacturer xlink:href="https://shop.example/api/manufacturers/1">1</id_manufacturer><name><language id="1">Chair</language><language id="2">Chaise</language></name></product>`).join('')}</products></prestashop>`,
    items: { 2: { name: 'Chair', brand: 'Lipa', price: 59.9, url: null } },
  },
];

test.each(cases)('$what', expectItems);
