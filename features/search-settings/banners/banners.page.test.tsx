import { expect, it } from 'vitest';
import { dialog, part, press, row, says, saysNot, type, until } from '#testing/pages/acts.ts';
import { callAs, newShop, openPage } from '#testing/pages/open-page.tsx';
import { lamps } from '#testing/feeds/feed-host.ts';
import { banners } from './banners.contract.ts';

const picture = 'https://shop.example/sale.jpg';

it('previews a banner while it is typed, says what is missing, and shows it as live once it is added', async () => {
  const shop = await newShop(lamps(2));
  await openPage('/search-settings/banners?edit=new', shop);
  const drawer = dialog('Add banner');
  const preview = part('group', 'Preview');
  await type('Internal name', 'Summer sale', drawer);
  await says('The banner appears here as your shop shows it.', preview);
  await press('Save and publish', drawer);
  await says('Enter a query or choose a category.');
  await type('Picture', picture, drawer, 'Tab');
  await type('Alternative text', 'Lamps', drawer);
  await type('Headline', 'All lamps 20 % off', drawer);
  await type('Text', 'Until Sunday', drawer);
  await says('All lamps 20 % offUntil Sunday', preview);
  expect(await until(() => preview()!.querySelector('img')!.getAttribute('src'))).toBe(picture);
  await type('Queries', 'lamp', drawer, 'Enter');
  await press('Save and publish', drawer);
  await row(/Summer sale.*lamp.*Above the items.*Live/);
  const { items } = await callAs(shop, banners.list, { c: shop.collection_id });
  expect(items).toMatchObject([{ queries: ['lamp'], image: picture, headline: 'All lamps 20 % off', text: 'Until Sunday' }]);
});

it('changes the place of a banner, and shows one that is off as off', async () => {
  const shop = await newShop(lamps(2));
  const { id } = await callAs(shop, banners.create, {
    c: shop.collection_id,
    name: 'Sale',
    queries: ['lamp'],
    image: '',
    alt: '',
    headline: 'Sale',
  });
  await openPage(`/search-settings/banners?edit=${id}`, shop);
  const drawer = dialog('Sale');
  await press('Between the items', drawer, 'radio');
  await type('Before item', '3', drawer);
  await press('Save and publish', drawer);
  await row(/Sale.*Before item 3.*Live/);
  const { updated_at, ...changed } = await callAs(shop, banners.read, { id });
  expect(changed).toMatchObject({ place: 'between', item_position: 3 });
  await callAs(shop, banners.update, { ...changed, updated_at, is_active: false });
  await openPage('/search-settings/banners', shop);
  await row(/Sale.*Off/);
  await saysNot('Live', () => document.querySelector('tbody'));
});

it('names a banner by its headline, and undoes its adding and its last change, which are live at once', async () => {
  const shop = await newShop(lamps(2));
  await openPage('/search-settings/banners?edit=new', shop);
  const drawer = dialog('Add banner');
  await type('Headline', 'All lamps', drawer);
  await type('Queries', 'lamp', drawer, 'Enter');
  await press('Save and publish', drawer);
  await row(/All lamps.*Live/);
  await press('Undo');
  await says('No banners yet');
  const sale = { name: 'Sale', queries: ['lamp'], image: '', alt: '', headline: 'All lamps' };
  const { id } = await callAs(shop, banners.create, { c: shop.collection_id, ...sale });
  await openPage(`/search-settings/banners?edit=${id}`, shop);
  await type('Headline', 'No lamps', dialog('Sale'));
  await press('Save and publish', dialog('Sale'));
  await row(/No lamps/);
  await press('Undo');
  await row(/All lamps/);
});
