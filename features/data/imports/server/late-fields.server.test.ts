import { expect, test } from 'vitest';
import { readMapping } from '#features/data/mapping/mapping.contract.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { sharedFeedShops } from '#testing/feeds/feed-shops.ts';

const { server, host, shop } = await sharedFeedShops();

const itemCount = 1_500;
/** Beyond what is looked at first. */
const lateFrom = 1_300;
interface Lamp {
  readonly id: string;
  readonly title: string;
  readonly price: string;
  readonly sale_price?: string;
  readonly gtin?: string;
  readonly brand?: string;
}
const lamps: Lamp[] = Array.from({ length: itemCount }, (_, at) => ({
  id: `${at}`,
  title: `Lamp ${at}`,
  price: '1300 CZK',
  ...(at >= lateFrom && { sale_price: '1250 CZK', gtin: '4006381333931', brand: 'Osram' }),
}));
const columns = ['id', 'title', 'price', 'sale_price', 'gtin', 'brand'] as const;

const feeds = {
  xml: `<rss xmlns:g="http://base.google.com/ns/1.0"><channel>${lamps
    .map(
      (lamp) =>
        `<item>${columns.map((name) => (lamp[name] === undefined ? '' : `<g:${name}>${lamp[name]}</g:${name}>`)).join('')}</item>`,
    )
    .join('')}</channel></rss>`,
  csv: [columns.join(';'), ...lamps.map((lamp) => columns.map((name) => lamp[name] ?? '').join(';'))].join('\n'),
  json: lamps.map((lamp) => JSON.stringify(lamp)).join('\n'),
};

test.each(Object.entries(feeds))('fields that first come late in a feed of %s are mapped from there on', async (type, body) => {
  const { actor, feedId, collectionId } = await shop(host.put(`/late.${type}`, body));
  expect((await server.imported(actor, feedId)).last_import).toMatchObject({
    state: 'done',
    imported_count: itemCount,
    warning_count: 0,
  });
  const [early, late] = await server.app.engine.items(engineCollection(collectionId), ['5', '1400']);
  expect(early!.fields).toMatchObject({ price: 1300, currency: 'CZK' });
  expect(early!.fields).not.toHaveProperty('price_before');
  expect(late!.fields).toMatchObject({ price: 1250, price_before: 1300, currency: 'CZK', ean: '4006381333931', brand: 'Osram' });
  const { data: mapping } = await server.call(actor, readMapping, { id: feedId });
  expect(mapping!.feed_fields.map(({ name }) => name)).toContain('gtin');
  expect(mapping!.fields.find(({ name }) => name === 'ean')?.proposed).toEqual(['gtin']);
});
