import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id, requiredText } from '#contract/fields.ts';
import { type FieldType, fieldTypes } from '#contract/item.ts';
import { pageOf, PageQuery } from '#contract/page.ts';

const typeNames = Object.keys(fieldTypes) as [FieldType, ...FieldType[]];
const Type = z.enum(typeNames);

/** Flags of the specified API: `1` is set. */
const TextFlag = z.enum(['0', '1']);
export const isSet = (flag: boolean | '0' | '1'): boolean => flag === true || flag === '1';

export const SchemaField = z.object({
  id: Id,
  collection_id: Id,
  name: z.string(),
  type: Type,
  /** A type that needs a rebuild. */
  temp_type: z.nullable(Type),
  /** Its value is the item's id. */
  unique_field: TextFlag,
  /** Items with the same value are variants. */
  one_key: TextFlag,
  front_name: TextFlag,
  /** Sent with the items, but not indexed. */
  custom_data: TextFlag,
  /** Stored, but neither searched nor sent to shops. */
  archive: z.boolean(),
  autocomplete: z.boolean(),
  facet: z.boolean(),
  /** Values are paths; each level is a value. */
  path: z.boolean(),
  searchable: z.boolean(),
  /** null when not counted. */
  found_count: z.nullable(z.number()),
  /** Needs a rebuild. */
  waits: z.boolean(),
});
export type SchemaField = z.output<typeof SchemaField>;

const Flag = z.union([z.boolean(), TextFlag]);

export const SchemaFieldInput = z.object({
  type: Type,
  unique_field: Flag,
  one_key: Flag,
  front_name: Flag,
  custom_data: Flag,
  archive: z.boolean(),
  autocomplete: z.boolean(),
  facet: z.boolean(),
  path: z.boolean(),
});
export type SchemaFieldInput = z.output<typeof SchemaFieldInput>;

export const inputOf = ({ type, temp_type: waitingType, ...field }: SchemaField): SchemaFieldInput => ({
  type: waitingType ?? type,
  unique_field: isSet(field.unique_field),
  one_key: isSet(field.one_key),
  front_name: isSet(field.front_name),
  custom_data: isSet(field.custom_data),
  archive: field.archive,
  autocomplete: field.autocomplete,
  facet: field.facet,
  path: field.path,
});

export const fieldKinds = ['all', 'searched', 'facets', 'custom', 'private', 'waiting'] as const;
export type FieldKind = (typeof fieldKinds)[number];

const one = z.object({ id: Id });
const needs = 'data';

export const listFields = endpoint('GET /api/collection/schema', {
  needs,
  summary: 'Lists the fields of a collection, sorted by name, type or found_count',
  input: z.extend(PageQuery, { c: Id, kind: z._default(z.enum(fieldKinds), 'all') }),
  output: pageOf(SchemaField),
});
export const readField = endpoint('GET /api/schema/{id}', {
  needs,
  summary: 'Reads one field of a collection',
  input: one,
  output: SchemaField,
});
export const updateField = endpoint('PUT /api/schema/{id}', {
  needs,
  summary: 'Changes given flags of one field; what needs a rebuild of the collection waits for it',
  input: z.extend(z.partial(SchemaFieldInput), { id: Id }),
  output: SchemaField,
  errors: ['tooManyIndexed', 'uniqueNeeded'],
});
export const makeUnique = endpoint('PUT /api/schema/unique', {
  needs,
  summary: "Makes a field's value the id of items, from the next import on",
  input: one,
  output: SchemaField,
});
export const makeFrontName = endpoint('PUT /api/schema/front_name', {
  needs,
  summary: "Shows a field's value as the name of items",
  input: one,
  output: SchemaField,
});
export const addField = endpoint('POST /api/elastic/schema', {
  needs,
  summary: 'Adds a field that no item has yet',
  input: z.object({ collection_id: Id, name: requiredText('requiredField'), type: z._default(Type, 'text') }),
  output: SchemaField,
  errors: ['alreadyUsed', 'tooMany'],
});
export const listSchemaTypes = endpoint('GET /api/elastic/schema-types', {
  needs: 'member',
  summary: 'Lists the types that a field can have',
  output: z.array(z.object({ key: Type, value: z.string() })),
});

const Value = z.union([z.string(), z.number(), z.boolean()]);
export const FieldValues = z.object({
  values: z.array(z.object({ value: Value, count: z.number() })),
  distinct_count: z.number(),
  /** Counted in some of the items or values. */
  is_part: z.boolean(),
});
export type FieldValues = z.output<typeof FieldValues>;

export const readFieldValues = endpoint('GET /api/schema/{collection_id}/{field_name}/autocomplete', {
  needs,
  summary: 'The values of a field that contain a text, the most frequent first',
  input: z.object({
    collection_id: Id,
    field_name: z.string().check(z.maxLength(1000)),
    q: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  }),
  output: FieldValues,
  errors: ['searchDown'],
});
