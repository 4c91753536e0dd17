import { decodeEntities } from '#feeds/values/plain-text.ts';
import { currencyOf } from '#feeds/values/currencies.ts';
import type { FeedType } from '#feeds/feed-settings.ts';

/** `<shop>` of Yandex, the channel of RSS, the head of Atom. */
export interface ShopOfFeed {
  readonly name: string | null;
  readonly address: string | null;
}

const maxPreambleChars = 8192;
const maxNameChars = 60;

export function shopOfFeed(head: string): ShopOfFeed {
  const preamble = /^[\s\S]*?<(?:item|offers?|entry)\b/i.exec(head.slice(0, maxPreambleChars))?.[0] ?? '';
  const above = preamble
    .slice(Math.max(0, preamble.search(/<(?:shop|channel|feed)[\s>]/i)))
    .replace(/<categories[\s>][\s\S]*?(?:<\/categories>|$)/gi, '');
  const titleIn = (text: string) =>
    /<(?:name|title|(?:firm|shop|store|company)_?name)>\s*(?:<!\[CDATA\[)?([^<\]]*)/i.exec(text)?.[1];
  const title = titleIn(above) ?? titleIn(/^[\s\S]*?(?=<channel)/i.exec(preamble)?.[0] ?? '') ?? '';
  return {
    name: nameIn(decodeEntities(title)),
    address: /<(?:url|link)>\s*(https?:\/\/[^\s<]+)/i.exec(above)?.[1] ?? null,
  };
}

const preambles: Readonly<Record<FeedType, readonly [above: RegExp, currency: RegExp]>> = {
  xml: [
    /^[\s\S]*?<(?:item|shopitem|products?|produkty?|offers?|entry)\b[^>]*>/i,
    /<currency(?:_?code)?>\s*([^<]{1,5}?)\s*<|\bcurrency(?:_?code)?\s*=\s*["']([^"']{1,5})["']/i,
  ],
  json: [/^\s*\{[^[]*(?=\[)/, /"currency(?:_?code|_?id)?"\s*:\s*"([^"]{1,5})"/i],
  csv: [/^(?!)/, /(?!)/],
};

/** The currency of all items, in the head of XML or JSON. Kaspi has tenge, and Skroutz euros. */
export function currencyAbove(head: string, type: FeedType): string | null {
  const [, root] = /<(kaspi_catalog|mywebstore)[\s>]/.exec(head.slice(0, maxPreambleChars)) ?? [];
  if (root !== undefined) return root === 'mywebstore' ? 'EUR' : 'KZT';
  const [above, currency] = preambles[type];
  const [, element, attribute] = currency.exec(above.exec(head.slice(0, maxPreambleChars))?.[0] ?? '') ?? [];
  return currencyOf(element ?? attribute ?? '');
}

const feedWords =
  /\b(?:google|facebook|meta|merchant|cent(?:er|re)|shopping|products?|data|catalog(?:ue)?|rss|xml|yml|csv|export|feeds?)\b/gi;

/** Null when nothing but feed words is in it. */
function nameIn(title: string): string | null {
  const words = title
    .replaceAll(/\bhttps?:\/\/|\bwww\./gi, '')
    .replaceAll(feedWords, ' ')
    .replaceAll(/\s+/g, ' ');
  const name = words.replace(/^[\s\-–—|:,.&]+|[\s\-–—|:,.&]+$/g, '');
  if (!/\p{L}{2}/u.test(name) || name.length > maxNameChars) return null;
  return /^(?:for|of|from|the|by)(?:\s|$)|^https?$/i.test(name) ? null : name;
}

/** File hosts, code hosts, social and advertising networks, click counters. */
const noShops = new RegExp(
  `(?:^|\\.)(?:${[
    'amazonaws|cloudfront|azureedge|windows|digitaloceanspaces|backblazeb2|wasabisys|r2|cloudinary|imgix|b-cdn|akamaized|fastly|jsdelivr|unpkg|cdn77|kxcdn',
    'google|googleapis|googleusercontent|dropbox|dropboxusercontent|onedrive|1drv|sharepoint|live|box|mega|icloud|pcloud|wetransfer|mediafire|transfer',
    'github|githubusercontent|gitlab|bitbucket|sourceforge|pastebin|gist',
    'facebook|fbcdn|instagram|vk|userapi|t|wa|pinterest|pinimg|twitter|tiktok|youtube|wixstatic|parastorage|squarespace-cdn|shopifycdn|myshoptet',
    'pxf|sjv|7eer|evyy|ojrq|i8h2|8odi|pjatr|pntra|pntrs|gopjn|a8|valuecommerce|moshimo|accesstrade|skimresources|viglink|adtraction|adcell|financeads|bit|amzn|go2cloud|flexlinks|avantlink',
    'awin1|zenaps|productserve|tradedoubler|anrdoezrs|dpbolvw|jdoqocy|kqzyfj|tkqlhce|linksynergy|prf|webgains|admitad|doubleclick|partner-ads|effiliation|shareasale|pjtra|tradetracker|daisycon|belboon|dognet|ehub|channable|datafeedwatch|feedonomics|mergado|godatafeed|shoppingfeed|lengow|channelpilot|producthero',
  ].join(
    '|',
  )})\\.(?:com|net|org|io|co|dev|me|hn|cz|sk|de|nl|dk|page|ms|nz|eu|host|jp|to|ly)$|^cdn\\.shopify\\.com$|\\.afl\\.rakuten\\.co\\.jp$|\\.web\\.core\\.windows\\.net$`,
);

/** Sites of their own, although feeds are kept there, too. */
const pages = /^[\w-]+\.(?:github|gitlab)\.io$/;

const privateHost = /^(?:localhost|127\.|10\.|192\.168\.|\[)|\.(?:local|localhost|internal)$/;

/** Only the shop's own machines can open addresses of the others. */
export const isPublicHost = (host: string): boolean => !privateHost.test(host);

/** False for CDNs, drives, networks and click counters, which only keep the files or links of shops. */
export function isShopHost(host: string): boolean {
  return isPublicHost(host) && (!noShops.test(host) || pages.test(host));
}

/** The host of a feed is that of its shop, unless it keeps files for anyone. */
export function isHostOfShop(address: string): boolean {
  const host = URL.parse(address)?.hostname;
  return host !== undefined && !noShops.test(host);
}

/** Null, too, for links to several shops. */
export function siteOf(addresses: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const address of addresses) {
    const url = URL.parse(address);
    if (url === null || !/^https?:$/.test(url.protocol) || !isShopHost(url.hostname)) continue;
    counts.set(url.origin, (counts.get(url.origin) ?? 0) + 1);
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  const domains = new Set([...counts.keys()].map((origin) => new URL(origin).hostname.split('.').slice(-2).join('.')));
  const isOneOfMany = domains.size > 2 && most !== undefined && most[1] * 2 < addresses.length;
  return isOneOfMany ? null : (most?.[0] ?? null);
}

/** `Shop.example` of `https://www.shop.example`. */
export function nameOfHost(site: string): string {
  const host = URL.parse(site)?.hostname.replace(/^www\./, '') ?? '';
  return host.charAt(0).toUpperCase() + host.slice(1);
}
