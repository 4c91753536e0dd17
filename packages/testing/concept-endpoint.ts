import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';

export const conceptDimensions = 8;

/** One direction per concept; a text points at those of its words. */
const concepts: readonly (readonly string[])[] = [
  ['notebook', 'laptop', 'ultrabook'],
  ['sofa', 'couch', 'settee'],
  ['kettle', 'teapot'],
  ['lamp', 'lantern'],
];

export function conceptVector(text: string): number[] {
  const vector: number[] = Array.from({ length: conceptDimensions }, () => 0);
  for (const [at, words] of concepts.entries()) if (words.some((word) => text.toLowerCase().includes(word))) vector[at] = 1;
  // Other texts are alike among themselves.
  if (!vector.includes(1)) vector[conceptDimensions - 1] = 1;
  return vector;
}

type Answer = (response: ServerResponse, texts: readonly string[]) => void;

export const answerVectors: Answer = (response, texts) =>
  answerJson(response, { data: texts.map((one, index) => ({ index, embedding: conceptVector(one) })) });

export function answerJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** An embeddings endpoint whose vectors are known, and whose faults tests choose. */
export async function startConceptEndpoint() {
  const state = { answer: answerVectors, texts: [] as string[], authorizations: new Set<string | undefined>() };
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { input } = JSON.parse(await textOf(request)) as { input: string[] };
    state.texts.push(...input);
    state.authorizations.add(request.headers.authorization);
    state.answer(response, input);
  };
  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
