import type { IncomingMessage } from 'node:http';
import { isIP, SocketAddress } from 'node:net';
import { all, compile } from '@fastify/proxy-addr';
import type { CallRequest } from './direct-calls.ts';

/** Addresses and networks of trusted proxies, or their number. */
export type TrustedProxies = number | readonly string[];

export type Trust = (address: string, hop: number) => boolean;

/** For Fastify's `trustProxy`. */
export const trustOf = (proxies: TrustedProxies): Trust =>
  typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies.length === 0 ? () => false : compile([...proxies]);

/** As Fastify's `request.ip`. */
export const ipOf = (raw: IncomingMessage, trust: Trust): string =>
  raw.headers['x-forwarded-for'] === undefined ? (raw.socket.remoteAddress ?? '') : (all(raw, trust).at(-1) ?? '');

/** A customer gets a /64, so limits count it as one address. */
const groupsOfNetwork = 4;
const groupsOfAddress = 8;

/** IPv4 address or IPv6 /64; forwarded headers count from trusted proxies only. */
export function clientAddress({ ip, socket }: Pick<CallRequest, 'ip' | 'socket'>): string {
  const said = withoutPort(ip);
  const address = isIP(said) === 0 ? (socket.remoteAddress ?? '') : said;
  const ofIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return ofIpv4 ?? (isIP(address) === 6 ? networkOf(address) : address);
}

const withoutPort = (text: string): string =>
  /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? text;

function networkOf(address: string): string {
  const [head = '', tail] = new SocketAddress({ address, family: 'ipv6' }).address.split('%')[0]!.split('::');
  const first = head.split(':').filter(Boolean);
  const last = (tail ?? '').split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : groupsOfAddress - first.length - last.length;
  const groups = [...first, ...Array.from({ length: missing }, () => '0'), ...last];
  return `${groups.slice(0, groupsOfNetwork).join(':')}::/64`;
}

const proxyHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'];

/** Such a caller could read the log and the data folder anyway. */
export function isOnThisMachine(request: Pick<CallRequest, 'headers' | 'socket'>): boolean {
  if (proxyHeaders.some((name) => request.headers[name] !== undefined)) return false;
  const isLocalName = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i.test(request.headers.host ?? '');
  const address = request.socket.remoteAddress ?? '';
  return isLocalName && /^(?:::1|(?:::ffff:)?127(?:\.\d+){3})$/i.test(address);
}
