import type { FastifyInstance, FastifyRequest } from 'fastify';
import { idempotencyHeader } from '#contract/envelope.ts';
import { wholeNumbers } from '#contract/values/typed-number.ts';
import { jsonParts } from './json-parts.ts';
import { wholeLetters } from './whole-letters.ts';
import { inSlices } from '#server/slices.ts';

/** Parses in parts, so a large body does not block other calls. Keeps a hash of the body for idempotent requests. */
export function readJsonBodies(http: FastifyInstance): void {
  // A body that would reach the prototypes of objects is refused.
  const parser = http.getDefaultJsonParser('error', 'error');
  http.decorateRequest('bodyHash', null);
  http.removeContentTypeParser('application/json');
  http.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (request.headers[idempotencyHeader] !== undefined) request.bodyHash = await hashOf(body);
    return parseInSlices(body, (text) => {
      let parsed: { readonly error: Error | null; readonly value: unknown } = { error: null, value: null };
      void parser(request, text, (error, value) => (parsed = { error, value }));
      if (parsed.error) throw parsed.error;
      return parsed.value;
    });
  });
}

/** In a thread of its own. */
const hashOf = async (body: Buffer): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(body))).toString('hex');

/** The value of a JSON document; integers beyond those that numbers hold are texts. `parse` has to do a small one at once, and throws for what it refuses. */
export async function parseInSlices(json: Buffer, parse: (text: string) => unknown): Promise<unknown> {
  const breathe = inSlices();
  const lists = new Map<string, unknown[]>();
  let around = '';
  let elements: unknown[] | null = null;
  for (const { text, list } of jsonParts(json)) {
    if (list === null) {
      around += text;
      elements = null;
    } else {
      if (elements === null) lists.set(JSON.parse(list) as string, (elements = []));
      for (const element of wholeLetters(parse(wholeNumbers(`[${text}]`)) as unknown[], text)) elements.push(element);
    }
    await breathe();
  }
  const value = wholeLetters(parse(wholeNumbers(around)) as Record<string, unknown>, around);
  for (const [name, elements] of lists) {
    const empty = value[name];
    // Of several members of one name, the last one counts.
    if (Array.isArray(empty) && empty.length === 0) value[name] = elements;
  }
  return value;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the JSON body of a request that is named; null for any other. */
    bodyHash: string | null;
  }
}
