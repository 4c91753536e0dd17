import * as z from 'zod/mini';
import type { ObjectSchema } from '#contract/endpoint.ts';

interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly format?: string;
}

/** Texts that more than their length decides about. */
const texts: Readonly<Record<string, string>> = {
  email: 'somebody@example.com',
  password: 'Correct-Horse-7',
  password_confirmation: 'Correct-Horse-7',
  feed_url: 'https://shop.example/feed.xml',
  url: 'https://shop.example',
  language: 'en',
};

function valueOf(name: string, schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return valueOf(name, schema.anyOf[0] ?? {});
  if (schema.type === 'object') return objectOf(schema);
  if (schema.type === 'array') return schema.items ? [valueOf(name, schema.items)] : [];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1);
  return texts[name] ?? 'sample'.padEnd(schema.minLength ?? 0, 'x');
}

const objectOf = ({ properties = {}, required = [] }: JsonSchema): Record<string, unknown> =>
  Object.fromEntries(required.map((name) => [name, valueOf(name, properties[name] ?? {})]));

const schemaOf = (input: ObjectSchema): JsonSchema =>
  z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

/** An input that fits the schema of a call, with what it needs and no more. */
export const sampleInput = (input: ObjectSchema): Record<string, unknown> => objectOf(schemaOf(input));

/** The names of the fields of an input that could be ids of rows. */
export const idFields = (input: ObjectSchema): string[] =>
  Object.keys(schemaOf(input).properties ?? {}).filter((name) =>
    /(?:^|_)ids?$|^c$|^copy_from$|^instead_of$|^collection$/.test(name),
  );
