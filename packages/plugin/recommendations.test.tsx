import { act } from 'preact/test-utils';
import { afterEach, expect, test } from 'vitest';
import { type PluginStart, usualSettings } from '#contract/plugin/plugin-settings.ts';
import type { FrontCalls } from './calls.ts';
import type { Events } from './events.ts';
import { Recommendations } from './recommendations.tsx';
import { Shop } from './shop.ts';

afterEach(() => document.body.replaceChildren());

const lamp = { id: 'lamp 1', name: 'Lamp', url: 'https://shop.example/lamp', price: 10, currency: 'EUR' };

async function fill(html: string, items: readonly object[] = [lamp]) {
  const [asked, clicked, warned]: [unknown[], unknown[], string[]] = [[], [], []];
  const calls: Pick<FrontCalls, 'get'> = {
    get: (name, parameters) => {
      asked.push([name, parameters]);
      return Promise.resolve({ items } as never);
    },
  };
  document.body.innerHTML = html;
  const start = { settings: usualSettings, language: 'en' } as PluginStart;
  const shop = new Shop({ calls: calls as FrontCalls, language: 'en' }, start);
  const events = { clicked: (...of: unknown[]) => clicked.push(of) } as unknown as Events;
  const recommendations = new Recommendations(shop, events, (text) => warned.push(text));
  const look = () => act(async () => recommendations.look());
  await look();
  const place = document.body.firstElementChild as HTMLElement;
  const shown = () => place.firstElementChild?.shadowRoot ?? null;
  return { asked, clicked, warned, place, shown, look };
}

test('a block is filled once, and again for another item', async () => {
  const { asked, clicked, place, shown, look } = await fill(
    '<div data-aisle-recommend="together" data-item="a/b" data-limit="4">',
  );
  expect(shown()?.querySelector('h2')?.textContent).toBe('Often bought together');
  shown()!.querySelector('a')!.click();
  expect(clicked).toEqual([['lamp 1', 1, null]]);
  await look();
  place.dataset['item'] = 'c';
  await look();
  place.dataset['aisleRecommend'] = 'viewed';
  await look();
  expect(shown()?.querySelector('h2')?.textContent).toBe('Others also viewed');
  expect(asked).toEqual([
    ['bought-together/a%2Fb', { limit: '4' }],
    ['bought-together/c', { limit: '4' }],
    ['also-viewed/c', { limit: '4' }],
  ]);
});

test('the shop may name a block, and one without items stays empty', async () => {
  const { shown } = await fill('<div data-aisle-recommend="trending" data-title="For you">');
  expect(shown()?.querySelector('section')?.getAttribute('aria-label')).toBe('For you');
  expect((await fill('<div data-aisle-recommend="trending"></div>', [])).place.childElementCount).toBe(0);
});

test.each([
  ['<div data-aisle-recommend="other">', 'data-aisle-recommend is one of similar, together, viewed, trending.'],
  ['<div data-aisle-recommend="similar">', 'data-aisle-recommend="similar" needs data-item.'],
])('%s warns the developer', async (html, words) => {
  const { warned, asked } = await fill(html);
  expect([warned, asked]).toEqual([[words], []]);
});
