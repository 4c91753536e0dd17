import { isIP } from 'node:net';
import type { TrustedProxies } from '#server-kit/client-address.ts';
import { ConfigError } from '#server/config-error.ts';

const mostProxies = 10;

/** A number of proxies, or where they are. Everybody can't be believed: visitors would say where they come from as they like. */
export function trustedProxiesOf(text = ''): TrustedProxies {
  const entries = text.split(/[\s,]+/).filter(Boolean);
  const [first = '0'] = entries;
  if (entries.length < 2 && /^\d+$/.test(first) && Number(first) <= mostProxies) return Number(first);
  if (entries.every(isNetwork)) return entries;
  throw new ConfigError(
    `AISLE_TRUST_PROXY is "${text}"; use how many proxies stand in front, such as 1, or their addresses and networks, such as 10.0.0.5, 10.1.0.0/16.`,
  );
}

function isNetwork(text: string): boolean {
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && (prefix === undefined || (Number(prefix) > 0 && Number(prefix) <= (version === 4 ? 32 : 128)));
}
