import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server, type Tool } from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Envelope } from '#contract/envelope.ts';
import type { AgentTool } from './agent-tools.ts';

export type CallAgent = (tool: AgentTool, given: Readonly<Record<string, unknown>>) => Promise<Envelope<unknown>>;

const schemas = new WeakMap<AgentTool, Tool['inputSchema']>();

/** The endpoint's, narrowed to what agents may send. */
function inputSchemaOf(tool: AgentTool): Tool['inputSchema'] {
  const known = schemas.get(tool);
  if (known !== undefined) return known;
  const { properties = {}, required = [] } = z.toJSONSchema(tool.endpoint.input, { io: 'input', unrepresentable: 'any' });
  const isTaken = (name: string): boolean => tool.takes.includes(name);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isTaken(name))),
    required: required.filter(isTaken),
    additionalProperties: false,
  } as Tool['inputSchema'];
  schemas.set(tool, schema);
  return schema;
}

function serverOf(tools: readonly AgentTool[], call: CallAgent): Server {
  const server = new Server({ name: 'aisle', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({
    tools: tools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      inputSchema: inputSchemaOf(tool),
      annotations: { readOnlyHint: tool.fixed?.['is_active'] === undefined, destructiveHint: false },
    })),
  }));
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: given = {} } }) => {
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name.slice(0, 100)}.`);
    const stray = Object.keys(given).find((one) => !tool.takes.includes(one));
    if (stray !== undefined) return refused(`${name} takes no ${stray.slice(0, 100)}.`);
    const { err, msg, data, errors } = await call(tool, given);
    if (err === 1) return refused([msg, ...errors.map((error) => JSON.stringify(error))].join('\n'));
    const told = tool.answers === undefined ? data : Object.fromEntries(tool.answers.map((one) => [one, (data as never)[one]]));
    return { content: [{ type: 'text' as const, text: JSON.stringify(told) }] };
  });
  return server;
}

const refused = (text: string) => ({ isError: true, content: [{ type: 'text' as const, text }] });

interface McpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Nothing is kept between requests, so there are no streams to subscribe to. */
export async function answerAgent(request: FastifyRequest, tools: readonly AgentTool[], call: CallAgent): Promise<McpAnswer> {
  const handler = createMcpHandler(() => serverOf(tools, call), { maxSubscriptions: 0 });
  const { method, body } = request;
  const headers = new Headers(
    Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as [string, string]] : [],
    ),
  );
  const asked = new Request(new URL(request.url, 'http://localhost'), {
    method,
    headers,
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  });
  const answer = await handler.fetch(asked, { parsedBody: body });
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() };
}
