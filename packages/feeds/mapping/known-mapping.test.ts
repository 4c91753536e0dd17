import { describe, expect, test } from 'vitest';
import type { FeedRecord } from '#feeds/feed-record.ts';
import { GrowingMapping } from './growing-mapping.ts';

const records = (count: number, fieldsOf: (at: number) => FeedRecord['fields']): FeedRecord[] =>
  Array.from({ length: count }, (_, at) => ({ position: at + 1, fields: fieldsOf(at) }));
const lamp = (at: number) => ({ id: `${at}`, title: `Lamp ${at}`, price: '1300 CZK' });
const afterImport = (head: readonly FeedRecord[], names: readonly string[] = []) => ({
  mapping: new GrowingMapping(head).proposed,
  names,
});
const sources = (growing: GrowingMapping, target: string) =>
  growing.proposed.flatMap(({ from, to }) => (to === target ? from : []));

describe('from import to import', () => {
  const two = (at: number) => ({ ...lamp(at), sku: `L${at}`, label: `Lamp of type ${at}`, availability: 'in stock' });

  test.each<[string, (at: number) => FeedRecord['fields']]>([
    ['ids that begin to repeat', (at) => ({ ...two(at), id: `${at % 3}` })],
    ['names that become codes', (at) => ({ ...two(at), title: `L-${at}` })],
    ['prices that are written as words', (at) => ({ ...two(at), price: 'on request' })],
    ['categories that become the same', (at) => ({ ...two(at), availability: 'n. a.' })],
  ])('keeps the mapping in spite of %s', (_what, later) => {
    const first = new GrowingMapping(records(20, two));
    const next = new GrowingMapping(records(20, later), null, { mapping: first.proposed, names: first.names });
    expect(next.proposed).toEqual(first.proposed);
    expect(next.warnings()).toEqual([]);
  });

  test('maps a new field, and reports it', () => {
    const next = new GrowingMapping(
      records(20, (at) => ({ ...two(at), sale_price: '999 CZK', brand: 'Osram', colour: 'red' })),
      null,
      afterImport(records(20, two)),
    );
    expect([sources(next, 'price'), sources(next, 'brand'), sources(next, 'colour')]).toEqual([
      ['sale_price', 'price'],
      ['brand'],
      ['colour'],
    ]);
    expect(next.warnings()).toEqual([{ code: 'mappingChanged', details: { fields: 'price, price_before, brand' } }]);
  });

  test('replaces a field that is gone, and keeps the others', () => {
    const next = new GrowingMapping(
      records(20, (at) => ({ id: `${at}`, label: `Lamp ${at}`, sku: `L${at}`, price: '5' })),
      null,
      afterImport(records(20, two)),
    );
    expect([sources(next, 'name'), sources(next, 'id')]).toEqual([['title', 'label'], ['id']]);
    expect(next.warnings()).toEqual([{ code: 'mappingChanged', details: { fields: 'name' } }]);
  });

  test('does not map a field that an earlier import left alone', () => {
    const known = afterImport(records(20, two));
    expect(sources(new GrowingMapping(records(20, two), null, known), 'label')).toEqual(['label']);
    const names = afterImport(records(20, lamp), ['label']);
    expect(
      sources(
        new GrowingMapping(
          records(20, (at) => ({ ...lamp(at), label: 'x' })),
          null,
          names,
        ),
        'label',
      ),
    ).toEqual([]);
  });

  test('proposes again when most fields are gone', () => {
    const other = records(20, (at) => ({ kod: `${at}`, nazev: `Lampa ${at}`, cena: '5' }));
    const next = new GrowingMapping(other, null, afterImport(records(20, two)));
    expect(next.proposed).toEqual(new GrowingMapping(other).proposed);
    expect(next.warnings()).toHaveLength(1);
  });
});

test('finds a known name that first comes among many others', () => {
  const growing = new GrowingMapping(records(300, lamp));
  const late = records(300, (at) => ({
    ...lamp(at),
    [`own ${at}`]: 'x',
    ...(at > 200 && { '@item_group': `g${at}` }),
  }));
  growing.learn(late);
  expect(sources(growing, 'item_group')).toEqual(['@item_group']);
});
