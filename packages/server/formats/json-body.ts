import type { FastifyInstance, FastifyRequest } from 'fastify';
import { idempotencyHeader } from '#contract/envelope.ts';
import { wholeNumbers } from '#contract/values/typed-number.ts';
import { jsonParts } from './json-parts.ts';
import { inSlices } from '#server/base/slices.ts';

const mayBeBroken = /\\u(?:0000|d[89a-f])/i;

/** Drops NUL, which PostgreSQL refuses, and halves of surrogate pairs. `json` is what the value was written as. */
export function wholeLetters<Value>(value: Value, json: string = JSON.stringify(value)): Value {
  if (!mayBeBroken.test(json)) return value;
  return JSON.parse(JSON.stringify(value), (_name, each: unknown) =>
    typeof each === 'string' ? each.replaceAll('\0', '').toWellFormed() : each,
  ) as Value;
}

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

/** Integers beyond 2^53 become strings. `parse` handles one small part at a time and throws on malformed JSON. */
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
    // The last of duplicate members counts.
    if (Array.isArray(empty) && empty.length === 0) value[name] = elements;
  }
  return value;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of an idempotent request's body; null for others. */
    bodyHash: string | null;
  }
}

export type JsonPiece = string | Buffer;

export function jsonBytes(pieces: readonly JsonPiece[]): Buffer {
  const length = pieces.reduce((sum, piece) => sum + (typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length), 0);
  const whole = Buffer.allocUnsafeSlow(length);
  let end = 0;
  for (const piece of pieces) {
    if (typeof piece === 'string') end += whole.write(piece, end);
    else end += piece.copy(whole, end);
  }
  return whole;
}

export const listPieces = (values: readonly (readonly JsonPiece[])[]): JsonPiece[] => [
  '[',
  ...values.flatMap((pieces, at) => (at === 0 ? pieces : [',', ...pieces])),
  ']',
];

/** Without undefined members. */
export const given = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Values]: Exclude<Values[Name], undefined>;
  };
