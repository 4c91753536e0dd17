import { describe, expect, it } from 'vitest';
import { defaultRelevance, defaultRelevances } from './default-relevance.ts';

describe('default relevance', () => {
  it('searches names first, descriptions last, and data not at all', () => {
    const weight = (name: string): number => defaultRelevance(name, 'text', ['some words']).weight;
    expect(weight('product_name')).toBeGreaterThan(weight('EAN'));
    expect(weight('ean')).toBeGreaterThan(weight('znacka'));
    expect(weight('categoryText')).toBeGreaterThan(weight('popis'));
    expect(weight('description')).toBeGreaterThan(weight('whatever'));
    expect(weight('attr_t_product_type')).toBe(weight('category'));
    for (const name of ['url', 'image_link', 'img_high', 'currency'])
      expect(defaultRelevance(name, 'text', ['x']).searchable, name).toBe(false);
    expect(defaultRelevance('whatever', 'text', ['https://shop.example/a', '//cdn/x.png']).searchable).toBe(false);
    expect(defaultRelevance('name', 'integer', [1]).searchable).toBe(false);
  });

  it('knows codes of the item from those of its parts and of the customs', () => {
    const weight = (name: string): number => defaultRelevance(name, 'text', ['AB12']).weight;
    for (const name of ['code', 'model', 'Model', 'kod', 'product_code', 'vendorCode', 'manufacturer_sku', 'attr_t_ean_upc_gtin'])
      expect(weight(name), name).toBe(weight('ean'));
    for (const name of ['processor_model', 'discrete_graphics_adapter_model', 'harmonized_system_hs_code', 'oem_code', 'qr_code'])
      expect(weight(name), name).toBe(weight('whatever'));
    expect(weight('attr_t_processor_model')).toBe(weight('attr_t_colour'));
  });

  it('counts long texts less than short ones', () => {
    const long = 'Deska z masivu, kterou unese i dítě. '.repeat(12);
    const weight = (texts: readonly string[]): number => defaultRelevance('description', 'text', texts).weight;
    expect(weight(['Dubová deska', 'Oak board for the kitchen'])).toBe(weight([]));
    expect(weight([long, long, 'Dubová deska'])).toBeLessThan(weight([]));
    expect(weight([long, 'a', 'b', 'c', 'd', 'e', 'f'])).toBe(weight([]));
  });
});

describe('default relevances of a collection', () => {
  const weights = (samples: Readonly<Record<string, readonly string[]>>): Record<string, number> => {
    const fields = Object.entries(samples).map(([name, texts]) => ({ name, type: 'text', samples: texts }) as const);
    return Object.fromEntries([...defaultRelevances(fields)].map(([name, { weight }]) => [name, weight]));
  };

  it('counts a name that a longer one repeats as an unknown text', () => {
    const titles = ['Philips DLM2235 Nabíječka do auta', 'Sony WH-1000 Sluchátka', 'Targus Premiere Brašna'];
    const found = weights({ title: titles, name: ['DLM2235', 'wh-1000', 'Něco jiného'] });
    expect(found).toEqual({ title: defaultRelevance('title', 'text', titles).weight, name: 12 });
  });

  it('keeps names that say something of their own, and names that are the same', () => {
    const full = defaultRelevance('name', 'text', []).weight;
    expect(weights({ name: ['Chair', 'Lamp'], title: ['Oak chair', 'Table'] })).toEqual({ name: 12, title: full });
    expect(weights({ name: ['Chair', 'Lamp', 'Desk'], title: ['Oak chair', 'Table', 'Rug'] })).toEqual({
      name: full,
      title: full,
    });
    expect(weights({ name: ['Chair', 'Lamp'], title: ['Chair', 'Lamp'] })).toEqual({ name: full, title: full });
    expect(weights({ name: ['Chair'], description: ['A chair of oak'] })).toMatchObject({ name: full });
  });
});
