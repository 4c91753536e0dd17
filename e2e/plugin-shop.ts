import { send } from './calls.ts';
import { test as base } from './fixtures.ts';
import type { Language } from './look.ts';
import { type ShopPages, startShopPages } from './shop-pages.ts';
import { sampleShopItems } from '#sample-shop/catalogue.ts';

export interface PluginShop {
  readonly pages: ShopPages;
  readonly token: string;
  readonly sessionToken: string;
  /** As the owner. */
  call<Data>(method: string, path: string, body?: unknown): Promise<Data>;
}

/** Enough departments for filters. */
const departments = /^(Kuchyně|Kitchen|Zahrada|Garden|Domácnost|Home|Knihy|Books)/;

/** With pages and pictures of the shop. */
const itemsOf = (language: Language, origin: string): string =>
  [...sampleShopItems(language)]
    .filter(({ fields }) => departments.test(String(fields['category'])))
    .map(({ id, fields }) =>
      JSON.stringify({ id, ...fields, url: `${origin}/items/${id}`, image: `${origin}${String(fields['image'])}` }),
    )
    .join('\n');

interface ForPlugins {
  /** A new shop in a language with live plugin, and a customer's page. */
  pluginShop(language: Language): Promise<PluginShop>;
}

export { expect } from './fixtures.ts';

export const test = base.extend<ForPlugins>({
  pluginShop: async ({ asFilledShop, feedHost, server }, provide) => {
    const started: ShopPages[] = [];
    let count = 0;
    await provide(async (language) => {
      const pages = await startShopPages();
      started.push(pages);
      const path = `/plugin-${process.pid}-${(count += 1)}.ndjson`;
      const feed = feedHost.put(path, itemsOf(language, pages.origin), 'application/x-ndjson');
      const { token, sessionToken } = await asFilledShop(feed, { language, url: pages.origin });
      const call: PluginShop['call'] = (method, address, body) =>
        send(server.url, { method, path: address, body, sessionToken, token });
      await call('POST', '/api/toggle/live_mode', { is_live: true });
      return { pages, token, sessionToken, call };
    });
    for (const pages of started) await pages.close();
  },
});
