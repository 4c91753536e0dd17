import type { FastifyRequest } from 'fastify';
import { hasBody } from '#contract/endpoint.ts';
import { type Envelope, projectHeader } from '#contract/envelope.ts';
import type { CallAgent } from './mcp-server.ts';
import { type AgentTool, consoleTools, shopTools } from './agent-tools.ts';
import type { App } from '#server/app/app.ts';
import { fail } from '#server/base/fail.ts';
import { clientAddress } from '#server/http/client-address.ts';

/** A question of an agent; longer ones are refused before they are read. */
const longestBodyBytes = 64 * 1024;
const passedOn = ['authorization', projectHeader, 'accept-language', 'origin', 'referer'];
/** Not a customer's, so it isn't counted and nothing is learned from it. */
const agentName = 'aisle-agent-bot';

const parts = [
  { url: '/mcp/shop', tools: shopTools, access: { needs: 'shop', keyRight: 'search' } },
  { url: '/mcp/console', tools: consoleTools, access: { needs: 'user' } },
] as const;

/** The Model Context Protocol, stateless. Tools are calls, each injected into its own route with the caller's credentials. */
export function serveAgents(app: App): void {
  for (const { url, tools, access } of parts)
    app.http.route({
      method: ['GET', 'POST', 'DELETE'],
      url,
      bodyLimit: longestBodyBytes,
      async onRequest(request) {
        if (request.headers.authorization === undefined) throw fail(access.needs === 'shop' ? 'tokenNotValid' : 'notSignedIn');
        app.limits.admit(access.needs, await app.access(request, access));
      },
      async handler(request, reply) {
        const { answerAgent } = await import('./mcp-server.ts');
        const { status, headers, body } = await answerAgent(request, tools, callOf(app, request));
        return reply.status(status).headers(headers).send(body);
      },
    });
}

const callOf =
  ({ http }: Pick<App, 'http'>, request: FastifyRequest): CallAgent =>
  async ({ endpoint: { method, path }, fixed }: AgentTool, given) => {
    const input = new Map(Object.entries({ ...given, ...fixed }));
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = textOf(input.get(name) ?? '');
      input.delete(name);
      return encodeURIComponent(value);
    });
    const body = hasBody(method) ? JSON.stringify(Object.fromEntries(input)) : null;
    const query = new URLSearchParams(
      body === null ? Object.fromEntries([...input].map(([name, value]) => [name, textOf(value)])) : {},
    );
    const headers = Object.fromEntries(
      passedOn.flatMap((name) => (request.headers[name] ? [[name, request.headers[name]]] : [])),
    );
    const answer = await http.inject({
      method,
      url: `${address}?${query.toString()}`,
      headers: { ...headers, 'user-agent': agentName, ...(body !== null && { 'content-type': 'application/json' }) },
      remoteAddress: clientAddress(request),
      ...(body !== null && { body }),
    });
    return answer.json<Envelope<unknown>>();
  };

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
