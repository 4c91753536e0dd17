import type { FastifyReply } from 'fastify';

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
