import type { FastifyReply } from 'fastify';

const preflightSeconds = 86_400;

/**
 * Lets pages of any origin read the answer. Shops call from their own sites, test sites and apps; what they send is public and
 * carries no cookie, so the origin protects nothing.
 */
export function allowAnyOrigin(reply: FastifyReply): void {
  void reply
    .header('access-control-allow-origin', '*')
    .header('access-control-expose-headers', 'retry-after')
    .header('cross-origin-resource-policy', 'cross-origin');
}

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
