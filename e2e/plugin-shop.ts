import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { samplePicture, sampleShopItems } from '#sample-shop/catalogue.ts';
import type { FrameLocator, Page } from '@playwright/test';
import { send } from './calls.ts';
import { test as base } from './fixtures.ts';
import type { Language } from './pages.ts';

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

export const panel = (page: Page) => page.locator('[data-aisle="panel"] .panel');
export const dialog = (page: Page) => page.getByRole('dialog');
export const tiles = (page: Page) => page.locator('.results .grid a.result');
export const tile = (frame: Page | FrameLocator) => frame.locator('[data-aisle] .tile').first();

/** Suggestions under the shop's field; none without the plugin. */
export async function typeInShop(page: Page, address: string, word: string): Promise<void> {
  await page.goto(address);
  await page.locator('#search').pressSequentially(word);
}

export interface ShopPage {
  readonly html: string;
  /** Content policy; default: none. */
  readonly policy?: string;
}

export interface ShopPages {
  readonly origin: string;
  /** Returns the address. */
  put(path: string, page: ShopPage): string;
  close(): Promise<void>;
}

/** A shop's web server: other pages, another origin, the sample shop's pictures. */
export async function startShopPages(): Promise<ShopPages> {
  const pages = new Map<string, ShopPage>();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://shop');
    const picture = /^\/sample-shop\/pictures\/(\d+)\.svg$/.exec(pathname)?.[1];
    if (picture !== undefined) {
      response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(samplePicture(Number(picture)));
      return;
    }
    const page = pages.get(pathname);
    if (page === undefined) return void response.writeHead(404).end();
    const policy = page.policy === undefined ? {} : { 'content-security-policy': page.policy };
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...policy }).end(page.html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    put(path, page) {
      pages.set(path, page);
      return origin + path;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The plugin's line. */
export const pluginTag = (server: string, token: string, attributes = ''): string =>
  `<script src="${server}/plugin.js" data-token="${token}" ${attributes} defer></script>`;

/** Table layout with aggressive styles. */
export const oldShop = (tag: string, language: string): ShopPage => ({
  html: `<!doctype html>
<html lang="${language}">
<head>
<meta name="viewport" content="width=device-width">
<title>Old shop</title>
<style>
* { margin: 3px !important; padding: 2px !important; line-height: 1 !important; letter-spacing: 1px !important; }
body, td { font: 11px Verdana, sans-serif !important; color: #330 !important; background: #ffe !important; }
div { border: 1px dotted #c00 !important; float: left !important; width: auto !important; background: #fed !important; }
a { color: #00f !important; text-decoration: underline !important; display: inline !important; }
span, b { font-size: 20px !important; color: #090 !important; text-transform: uppercase !important; }
input, button, select { border: 3px ridge #c0c !important; background: #ff0 !important; height: 40px !important; }
img { width: 300px !important; height: 12px !important; opacity: 0.3 !important; }
ul { list-style: square !important; display: inline !important; }
h2, h3, p { text-align: right !important; font-size: 16px !important; }
dialog { display: none !important; }
</style>
</head>
<body>
<table width="100%"><tr><td colspan="2">
  <table><tr><td>
    <form action="/hledani" method="get"><input type="text" name="q" id="search" size="20"><input type="submit" value="OK"></form>
  </td></tr></table>
</td></tr><tr><td width="80">Menu</td><td><h2>Welcome</h2><p>${'Some words of the shop. '.repeat(200)}</p></td></tr></table>
${tag}
</body></html>`,
});

/** Strict policy without inline scripts and styles. */
export const strictShop = (tag: string, language: string, server: string): ShopPage => ({
  policy: [
    "default-src 'none'",
    `script-src ${server}`,
    `connect-src ${server}`,
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  html: `<!doctype html>
<html lang="${language}">
<head><meta name="viewport" content="width=device-width"><title>Strict shop</title></head>
<body>
<header><form role="search" action="/own-search"><input type="search" name="q" aria-label="Search"><button>Go</button></form></header>
<main><h1>What the shop shows itself</h1><p id="own">Its own results</p></main>
${tag}
</body></html>`,
});

/** A single-page app that redraws itself. */
export const singlePageShop = (tag: string, language: string): ShopPage => ({
  html: `<!doctype html>
<html lang="${language}" dir="ltr">
<head><meta name="viewport" content="width=device-width"><title>Single-page shop</title></head>
<body>
<div id="app"></div>
<script>
const draw = () => {
  document.querySelector('#app').innerHTML =
    '<nav><a href="/home">Home</a> <a href="/sale">Sale</a></nav>' +
    '<input role="searchbox" aria-label="Search" id="field-' + location.pathname.slice(1) + '">' +
    '<main><h1>' + location.pathname + '</h1></main>';
};
addEventListener('popstate', draw);
addEventListener('click', (event) => {
  const link = event.target.closest('nav a');
  if (!link) return;
  event.preventDefault();
  history.pushState({ own: 'kept' }, '', link.href);
  draw();
});
draw();
</script>
${tag}
</body></html>`,
});
