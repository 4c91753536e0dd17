import { Agent, fetch, type RequestInit } from 'undici';
import type { CustomFetch } from 'openid-client';
import { guardedLookup, refusePrivateUrl, systemResolve } from '#feeds/fetch/host-guard.ts';

/** Of each request; the library cuts off what takes longer all together. */
const connectMilliseconds = 5_000;
export const requestSeconds = 10;
/** Documents and key sets of providers have some kilobytes. */
const maximumBytes = 1_000_000;

const limits = {
  headersTimeout: requestSeconds * 1000,
  bodyTimeout: requestSeconds * 1000,
  maxResponseSize: maximumBytes,
  // Connections end with their answer, so that none keeps a server from ending.
  pipelining: 0,
};

/**
 * Fetches from the issuer's own origin wherever it is, as an operator has named it. What its documents name elsewhere must be https and on
 * the public internet. Redirects are not followed.
 */
export function providerFetch(issuer: URL): CustomFetch {
  const own = new Agent({ ...limits, connect: { timeout: connectMilliseconds } });
  const guarded = new Agent({ ...limits, connect: { timeout: connectMilliseconds, lookup: guardedLookup(systemResolve) } });
  return async (address, options) => {
    const url = new URL(address);
    const isOwn = url.origin === issuer.origin;
    if (!isOwn) {
      if (url.protocol !== 'https:') throw new TypeError(`${url.origin} is not the issuer, and not https`);
      refusePrivateUrl(url);
    }
    const request = { ...options, redirect: 'manual', dispatcher: isOwn ? own : guarded } as RequestInit;
    return (await fetch(url, request)) as unknown as Response;
  };
}
