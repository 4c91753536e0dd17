import { FeedError } from '#feeds/feed-error.ts';
import { isAllowedHost, refusePrivateUrl } from './host-guard.ts';

/** Throws `FeedError` `badUrl` or `badProtocol`. */
export function parseAddress(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (!url || /[\\\s\p{Cc}]/u.test(text.trim())) throw new FeedError('badUrl');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new FeedError('badProtocol', { protocol: url.protocol });
  return url;
}

/**
 * Refuses an address whose spelling shows already that it would not be fetched. Names are looked up only when it is. It stands apart
 * from the fetching, so that whoever only checks addresses loads no client.
 * @throws FeedError `badUrl`, `badProtocol` or `privateAddress`
 */
export function checkAddress(address: string, allowPrivateHosts: readonly string[]): void {
  const url = parseAddress(address);
  if (!isAllowedHost(url, allowPrivateHosts)) refusePrivateUrl(url);
}
