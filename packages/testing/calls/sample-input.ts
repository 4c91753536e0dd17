import * as z from 'zod/mini';
import type { ObjectSchema, Endpoint } from '#contract/endpoint.ts';
import type { Envelope } from '#contract/envelope.ts';
import { type Actor, requestOf, type TestServer } from '#testing/test-app.ts';

interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly minLength?: number;
  readonly minimum?: number;
}

/** For fields whose type allows more than is valid. */
export type KnownValues = Readonly<Record<string, unknown>>;

const usualValues: KnownValues = {
  email: 'somebody@example.com',
  password: 'Correct-Horse-7',
  password_confirmation: 'Correct-Horse-7',
  new_password: 'Correct-Horse-7',
  new_password_confirmation: 'Correct-Horse-7',
  feed_url: 'https://shop.example/feed.xml',
  image: 'https://shop.example/banner.jpg',
  url: 'https://shop.example',
  language: 'en',
  catalog_term: 'what a sample is replaced by',
  synonyms: 'another word for it',
};

function valueOf(name: string, schema: JsonSchema, known: KnownValues): unknown {
  if (Object.hasOwn(known, name)) return known[name];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return valueOf(name, schema.anyOf[0] ?? {}, known);
  if (schema.type === 'object') return objectOf(schema, known);
  if (schema.type === 'array') return schema.items ? [valueOf(name, schema.items, known)] : [];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1);
  return usualValues[name] ?? 'sample'.padEnd(schema.minLength ?? 0, 'x');
}

function objectOf({ properties = {}, required = [] }: JsonSchema, known: KnownValues): Record<string, unknown> {
  const names = Object.keys(properties).filter((name) => required.includes(name) || Object.hasOwn(known, name));
  return Object.fromEntries(names.map((name) => [name, valueOf(name, properties[name] ?? {}, known)]));
}

const schemas = new WeakMap<ObjectSchema, JsonSchema>();
function schemaOf(input: ObjectSchema): JsonSchema {
  const schema = schemas.get(input) ?? (z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
  schemas.set(input, schema);
  return schema;
}

export const sampleInput = (input: ObjectSchema, known: KnownValues = {}): Record<string, unknown> =>
  objectOf(schemaOf(input), known);

type Place = readonly (string | number)[];
const isIdName = (name: string): boolean => /(?:^|_)ids?$|^c$|^copy_from$|^collection$/.test(name);

function idPlacesIn(schema: JsonSchema): Place[] {
  const inLists = schema.items ? idPlacesIn(schema.items).map((place): Place => [0, ...place]) : [];
  const inChoices = (schema.anyOf ?? []).flatMap(idPlacesIn);
  const inFields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    isIdName(name) ? [[name]] : idPlacesIn(field).map((place): Place => [name, ...place]),
  );
  return [...inLists, ...inChoices, ...inFields];
}

export const idPlaces = (input: ObjectSchema): Place[] => idPlacesIn(schemaOf(input));

export const inputWithId = (input: ObjectSchema, place: Place, id: unknown, known: KnownValues = {}): Record<string, unknown> =>
  withId(schemaOf(input), sampleInput(input, known), place, id, known) as Record<string, unknown>;

function withId(schema: JsonSchema, value: unknown, [step, ...rest]: Place, id: unknown, known: KnownValues): unknown {
  if (step === undefined) return schema.type === 'array' ? [id] : id;
  const chosen = schema.anyOf?.find((choice) => idPlacesIn(choice).length > 0 || choice.properties?.[step]) ?? schema;
  const inner = (typeof step === 'number' ? chosen.items : chosen.properties?.[step]) ?? {};
  if (typeof step === 'number') {
    const [first = valueOf('', inner, known)] = Array.isArray(value) ? (value as unknown[]) : [];
    return [withId(inner, first, rest, id, known)];
  }
  const object = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : objectOf(chosen, known);
  return { ...object, [step]: withId(inner, object[step], rest, id, known) };
}

export interface ValidCall {
  readonly endpoint: Endpoint;
  readonly input: Record<string, unknown>;
  readonly status: number;
  readonly body: string;
}

/** Succeeded, or failed with an error that its contract declares. */
export function isTaken({ errors = [] }: Endpoint, status: number, body: string): boolean {
  if (status >= 200 && status < 300) return true;
  const { errors: problems } = JSON.parse(body) as Envelope;
  return status < 500 && problems.length > 0 && problems.every(({ code }) => errors.includes(code));
}

const rowNames = ['id', 'ids'];

/** Tries ids until the call succeeds; otherwise returns the most specific declared error. */
export async function validCall(
  server: TestServer,
  actor: Actor,
  endpoint: Endpoint,
  ids: readonly (number | string)[],
  known: KnownValues,
): Promise<ValidCall> {
  const isAboutRows = Object.keys(sampleInput(endpoint.input)).some((name) => rowNames.includes(name));
  const made: ValidCall[] = [];
  for (const id of isAboutRows ? ids : [null]) {
    const input = sampleInput(endpoint.input, { ...known, ...(id !== null && { id, ids: [id] }) });
    const { statusCode, body } = await server.app.http.inject(requestOf(actor, endpoint, input));
    made.push({ endpoint, input, status: statusCode, body });
    if (statusCode < 300) break;
  }
  const last = made.at(-1)!;
  if (last.status < 300) return last;
  const isAbsent = ({ status }: ValidCall): boolean => status === 404 || status === 422;
  return made.find(({ status, body }) => isTaken(endpoint, status, body)) ?? made.find((one) => !isAbsent(one)) ?? last;
}
