import { isIP, SocketAddress } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** Whose word about visitors' addresses is taken: addresses and networks of proxies, or how many proxies stand in front. */
export type TrustedProxies = number | readonly string[];

/** As Fastify asks: whether the caller that many hops away speaks for somebody else. A number of hops alone it would not take. */
export const trustOf = (proxies: TrustedProxies): string[] | ((address: string, hop: number) => boolean) | false => {
  if (typeof proxies !== 'number') return [...proxies];
  return proxies > 0 && ((_address, hop) => hop < proxies);
};

/** One customer of a provider gets a network of IPv6, so limits count all of its addresses as one. */
const groupsOfNetwork = 4;
const groupsOfAddress = 8;

/** An IPv4 address or an IPv6 network: the visitor's own behind trusted proxies. Headers from anybody else are ignored. */
export function clientAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const said = withoutPort(ip);
  const address = isIP(said) === 0 ? (socket.remoteAddress ?? '') : said;
  const ofIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return ofIpv4 ?? (isIP(address) === 6 ? networkOf(address) : address);
}

/** Some proxies add the port of the visitor. */
const withoutPort = (text: string): string =>
  /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? text;

/** The first 64 bits, written in full, so that every way of writing an address gives the same. */
function networkOf(address: string): string {
  const [head = '', tail] = new SocketAddress({ address, family: 'ipv6' }).address.split('%')[0]!.split('::');
  const first = head.split(':').filter(Boolean);
  const last = (tail ?? '').split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : groupsOfAddress - first.length - last.length;
  const groups = [...first, ...Array.from({ length: missing }, () => '0'), ...last];
  return `${groups.slice(0, groupsOfNetwork).join(':')}::/64`;
}

/** Headers by which proxies speak of visitors, whether they are trusted or not. */
const proxyHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'];

/** Over loopback, by a local name, without a sign of a proxy: it may read the log and the data folder anyway. */
export function isOnThisMachine(request: FastifyRequest): boolean {
  if (proxyHeaders.some((name) => request.headers[name] !== undefined)) return false;
  const isLocalName = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i.test(request.headers.host ?? '');
  const address = request.socket.remoteAddress ?? '';
  return isLocalName && /^(?:::1|(?:::ffff:)?127(?:\.\d+){3})$/i.test(address);
}
