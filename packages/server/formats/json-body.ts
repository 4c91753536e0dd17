import type { FastifyInstance, FastifyRequest } from 'fastify';
import { idempotencyHeader } from '#contract/envelope.ts';
import { wholeNumbers } from '#contract/values/typed-number.ts';
import { inSlices } from '#server/base/slices.ts';

/** Elements of a top-level list, or text outside of such lists. */
export interface JsonPart {
  readonly text: string;
  /** Quoted, as in the text; null outside of lists. */
  readonly list: string | null;
}

const [quote = 0, backslash, comma, openList, closeList, openObject, closeObject] = Buffer.from('"\\,[]{}');

/** Parsed at once in under a millisecond. */
const partBytes = 64 * 1024;
/** Deeper JSON would overflow recursive work. */
const maximumDepth = 500;

/**
 * Splits a JSON document for parsing in parts: `{"collection":"x","items":[…]}` yields the text without the elements, and the
 * elements a few at a time. Only brackets, quotes and commas are read; parsing a part validates it. Throws
 * `SyntaxError` for unbalanced or too deep documents.
 */
function* jsonParts(json: Buffer): Generator<JsonPart> {
  let [from, depth, isSplit] = [0, 0, false];
  let [list, name]: [string | null, string | null] = [null, null];
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === quote) {
      const end = endOfText(json, at);
      if (depth === 1) name = json.toString('utf8', at, end + 1);
      at = end;
    } else if (byte === openList || byte === openObject) {
      depth += 1;
      if (depth > maximumDepth) throw new SyntaxError('The document is nested too deeply.');
      if (byte === openList && depth === 2 && name !== null) {
        yield { text: json.toString('utf8', from, at + 1), list: null };
        [from, list, isSplit] = [at + 1, name, false];
      }
    } else if (byte === closeList || byte === closeObject) {
      depth -= 1;
      if (depth === 1 && list !== null) {
        const text = json.toString('utf8', from, at);
        if (isSplit && text.trim() === '') throw new SyntaxError('A list ends with a comma.');
        yield { text, list };
        [from, list] = [at, null];
      }
    } else if (byte === comma) {
      if (depth === 1) name = null;
      if (depth === 2 && list !== null && at - from >= partBytes) {
        yield { text: json.toString('utf8', from, at), list };
        [from, isSplit] = [at + 1, true];
      }
    }
  }
  yield { text: json.toString('utf8', from), list: null };
}

/** Index of the closing quote; the document's end if there is none. */
function endOfText(json: Buffer, start: number): number {
  for (let end = json.indexOf(quote, start + 1); end !== -1; end = json.indexOf(quote, end + 1)) {
    let before = end;
    while (json[before - 1] === backslash) before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
  return json.length;
}

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
