import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import type { FastifyReply } from 'fastify';

/** For a page that only the console frames: it may run our scripts and call our server, and nothing else. Its script creates its styles. */
export const framedPolicy: string = [
  "default-src 'none'",
  "script-src 'self'",
  "img-src 'self' data: https: http:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** Our files and pictures from shops. Scripts are never inline; style elements carry the nonce of their page. */
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

/** What helps browsers to protect whoever opens an answer. It is the same for all answers, so helmet is asked once. Names are in lower case. */
export function securityHeaders(): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const setAll = helmet({
    contentSecurityPolicy: false,
    // Aisle is often run without TLS in front; whoever ends TLS sets it.
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

/** Shops call from their own sites and apps, and calls are public and without cookies: the origin protects nothing. */
export const anyOriginHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'retry-after',
  'cross-origin-resource-policy': 'cross-origin',
};

export const allowAnyOrigin = (reply: FastifyReply): void => void reply.headers(anyOriginHeaders);

/** Answers a browser's question before a call that carries a bearer token. */
export function answerPreflight(reply: FastifyReply): FastifyReply {
  allowAnyOrigin(reply);
  return reply
    .header('access-control-allow-methods', 'GET, POST')
    .header('access-control-allow-headers', 'authorization, content-type')
    .header('access-control-max-age', String(preflightSeconds))
    .status(204)
    .send();
}
