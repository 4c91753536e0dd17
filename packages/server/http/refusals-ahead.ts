import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { anyOriginHeaders } from './cors.ts';
import type { Failure } from '#server/fail.ts';
import { failureAnswer } from './failure-answer.ts';
import { requestId, requestIdHeader } from './request-id.ts';
import { securityHeaders } from './security-headers.ts';
import { cutOffUnread } from './sockets.ts';

/** What a call is refused with, by its method, address and headers; null for one that goes its usual way. The paths of those it refuses are few. */
type RefusalOf = (request: IncomingMessage) => Failure | null;
/** Who hears of a refusal, by the path without its query and the name that the call was answered with. */
type Told = (path: string, failure: Failure, request: IncomingMessage, id: string) => void;

/**
 * Answers calls of shops that would be refused anyway before anything is done for them: a server that is called many times as often as it
 * can answer spends its time on answers. The answer is the same, to the header, as that of the usual way.
 */
export function refusalsAhead(http: FastifyInstance) {
  const everywhere = { ...securityHeaders(), ...anyOriginHeaders };
  const listeners: Told[] = [];
  let refusalOf: RefusalOf = () => null;

  function refuse(request: IncomingMessage, response: ServerResponse, failure: Failure): void {
    cutOffUnread(response);
    const { status, headers, body } = failureAnswer(failure);
    const json = JSON.stringify(body);
    const id = requestId(request);
    response.writeHead(status, {
      ...everywhere,
      [requestIdHeader]: id,
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(json),
    });
    response.end(json);
    for (const tell of listeners) tell(pathOf(request), failure, request, id);
  }

  const usual = http.server.listeners('request') as RequestListener[];
  http.server.removeAllListeners('request').on('request', (request, response) => {
    const failure = refusalOf(request);
    if (failure !== null) return refuse(request, response, failure);
    for (const answer of usual) answer(request, response);
  });

  return {
    /** There is one that decides. It must be quick, and must not count the call. */
    decideBy: (decide: RefusalOf): void => void (refusalOf = decide),
    /** Told each time, since no hook of the usual way is. */
    onRefused: (tell: Told): void => void listeners.push(tell),
  };
}
export type RefusalsAhead = ReturnType<typeof refusalsAhead>;

const pathOf = ({ url = '' }: IncomingMessage): string => {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
};
