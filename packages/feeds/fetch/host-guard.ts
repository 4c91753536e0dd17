import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { FeedError } from '#feeds/feed-error.ts';

/** Resolves names; a parameter so that tests can play a hostile name server. */
export type Resolve = (hostname: string, callback: (error: Error | null, addresses: LookupAddress[]) => void) => void;

export const systemResolve: Resolve = (hostname, callback) => {
  systemLookup(hostname, { all: true }, (error, addresses) => {
    callback(error, addresses ?? []);
  });
};

/** No public domain has a name without a dot, and nobody can register one below these. */
const localNames = /^[^.:]+$|(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|lan|home|corp|home\.arpa)$/;
/** All unicast addresses of the public IPv6 internet are in 2000::/3. */
const publicV6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** Whether packets to this address leave for the public internet. Anything that can not be parsed does not. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(publicV6);
}

/** `host` and `host:port`, as an operator lists them, both match. */
export function isAllowedHost(url: URL, allowPrivateHosts: readonly string[]): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return allowPrivateHosts.some((entry) => {
    const allowed = entry.trim().toLowerCase();
    return allowed === host || allowed === url.hostname || allowed === `${host}:${port}` || allowed === `${url.hostname}:${port}`;
  });
}

/**
 * Refuses addresses that are private by their spelling alone. Names are checked when they are resolved.
 * @throws FeedError `privateAddress`
 */
export function refusePrivateUrl(url: URL): void {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
  if (localNames.test(host) || (ipaddr.isValid(host) && !isPublicAddress(host)))
    throw new FeedError('privateAddress', { host: url.hostname });
}

/**
 * A look-up for `net.connect`. The address that was checked is the address that is connected to, so a name server that
 * answers differently the second time gains nothing. One inside address among several refuses the whole name. It fails as
 * for a name that nobody knows: otherwise names inside could be found by trying.
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
