import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import type { Envelope } from '#contract/envelope.ts';
import { runServer, type RunningServer } from './server-process.ts';
import { type Actor, type Answered, requestOf } from '#testing/test-app.ts';

export interface ServerProcess extends RunningServer {
  call<E extends Endpoint>(actor: Actor, endpoint: E, input: InputOf<E>): Promise<Answered<OutputOf<E>>>;
}

/** As `runServer`, with calls as somebody. */
export async function startServerProcess(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const server = await runServer(env);
  return {
    ...server,
    async call(actor, endpoint, input) {
      const request = requestOf(actor, endpoint, input as Record<string, unknown>);
      const query = 'query' in request ? `?${new URLSearchParams(request.query).toString()}` : '';
      const response = await fetch(server.url + request.url + query, {
        method: request.method,
        headers: { ...request.headers, ...('payload' in request && { 'content-type': 'application/json' }) } as Record<
          string,
          string
        >,
        ...('payload' in request && { body: JSON.stringify(request.payload) }),
      });
      return { status: response.status, ...((await response.json()) as Envelope<never>) };
    },
  };
}
