import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import type { FastifyReply } from 'fastify';

/** For a page framed by the console: runs our scripts, calls our server, nothing else. Its script creates its styles. */
export const framedPolicy: string = [
  "default-src 'none'",
  "script-src 'self'",
  "img-src 'self' data: https: http:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** Own files and pictures of shops; no inline scripts, style elements with a nonce. */
export const contentPolicy = (styleNonce?: string): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    styleNonce ? `style-src 'self' 'nonce-${styleNonce}'` : "style-src 'self'",
    "img-src 'self' data: https: http:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Helmet's headers, computed once; names in lower case. */
export function securityHeaders(): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const setAll = helmet({
    contentSecurityPolicy: false,
    // Aisle often runs without TLS; the proxy that terminates TLS sets it.
    strictTransportSecurity: false,
    crossOriginResourcePolicy: { policy: 'same-site' },
    referrerPolicy: { policy: 'same-origin' },
  });
  const answer = {
    setHeader: (name: string, value: string) => void (headers[name.toLowerCase()] = value),
    removeHeader: () => undefined,
  };
  setAll({} as IncomingMessage, answer as unknown as ServerResponse, () => undefined);
  return { ...headers, 'content-security-policy': contentPolicy() };
}

const preflightSeconds = 86_400;

/** Shops call from their own sites without cookies, so any origin is fine. */
export const anyOriginHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'retry-after',
  'cross-origin-resource-policy': 'cross-origin',
};

export const allowAnyOrigin = (reply: FastifyReply): void => void reply.headers(anyOriginHeaders);

export function answerPreflight(reply: FastifyReply): FastifyReply {
  allowAnyOrigin(reply);
  return reply
    .header('access-control-allow-methods', 'GET, POST')
    .header('access-control-allow-headers', 'authorization, content-type')
    .header('access-control-max-age', String(preflightSeconds))
    .status(204)
    .send();
}
