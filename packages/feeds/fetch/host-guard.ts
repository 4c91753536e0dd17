import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { FeedError } from '#feeds/feed-error.ts';

export type Resolve = (hostname: string, callback: (error: Error | null, addresses: LookupAddress[]) => void) => void;

export const systemResolve: Resolve = (hostname, callback) => {
  systemLookup(hostname, { all: true }, (error, addresses) => {
    callback(error, addresses ?? []);
  });
};

const localNames = /^[^.:]+$|(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|lan|home|corp|home\.arpa)$/;
/** All public IPv6 unicast addresses. */
const publicV6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(publicV6);
}

/** Entries are `host` or `host:port`. */
export function isAllowedHost(url: URL, allowPrivateHosts: readonly string[]): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return allowPrivateHosts.some((entry) => {
    const allowed = entry.trim().toLowerCase();
    return allowed === host || allowed === url.hostname || allowed === `${host}:${port}` || allowed === `${url.hostname}:${port}`;
  });
}

/** By spelling; names are checked when resolved. @throws FeedError `privateAddress` */
export function refusePrivateUrl(url: URL): void {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
  if (localNames.test(host) || (ipaddr.isValid(host) && !isPublicAddress(host)))
    throw new FeedError('privateAddress', { host: url.hostname });
}

/**
 * For `net.connect`: the checked address is the one that is connected, so DNS rebinding gains nothing. One private address
 * refuses the name, as an unknown host: otherwise internal names could be probed.
 */
export function guardedLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      const first = addresses[0];
      if (error || !first) callback(error ?? new Error(`${hostname} has no address`), '', 0);
      else if (!addresses.every(({ address }) => isPublicAddress(address)))
        callback(new FeedError('unknownHost', { host: hostname }), '', 0);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/** @throws FeedError `badUrl`, `badProtocol` */
export function parseAddress(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (!url || /[\\\s\p{Cc}]/u.test(text.trim())) throw new FeedError('badUrl');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new FeedError('badProtocol', { protocol: url.protocol });
  return url;
}

/** Checks the spelling alone. @throws FeedError `badUrl`, `badProtocol`, `privateAddress` */
export function checkAddress(address: string, allowPrivateHosts: readonly string[]): void {
  const url = parseAddress(address);
  if (!isAllowedHost(url, allowPrivateHosts)) refusePrivateUrl(url);
}
