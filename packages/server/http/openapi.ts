import * as z from 'zod/mini';
import {
  type Endpoint,
  hasBody as takesBody,
  isInQuery,
  type ObjectSchema,
  pathParameters,
  type Schema,
  takesFirstCollection,
  versionedPath,
} from '#contract/endpoint.ts';
import { idempotencyHeader, projectHeader, sessionHeader } from '#contract/envelope.ts';
import { type ErrorCode, errors } from '#contract/errors.ts';
import { needsProject, type Permission } from '#contract/permission.ts';

type Json = Record<string, unknown>;

const tagOf: Readonly<Record<Permission, string>> = {
  shop: 'Front API',
  api: 'Item API',
  public: 'Sign-in',
  user: 'Account and projects',
  member: 'Project',
  analytics: 'Analytics',
  search: 'Search settings',
  data: 'Data',
  developer: 'Developer',
  preview: 'Search preview',
  access: 'Access management',
  owner: 'Owner',
  admin: 'Super admin',
};

const securitySchemes = {
  session: { type: 'apiKey', in: 'header', name: sessionHeader },
  bearer: { type: 'http', scheme: 'bearer' },
  project: { type: 'apiKey', in: 'header', name: projectHeader },
};

export function openApiDocument(endpoints: readonly Endpoint[], version: string): Json {
  const paths: Record<string, Json> = {};
  const newest = new Map(
    endpoints.flatMap(({ path, version: number }) => (number === undefined ? [] : [[versionedPath(path, number), path]])),
  );
  for (const endpoint of endpoints) {
    const { path, method } = endpoint;
    // Listed once, under its version.
    if (endpoint.version !== undefined && !newest.has(path)) continue;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(endpoint, newest.get(path)) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Aisle',
      version,
      description: 'Calls of the console are under `/api`, those of shops under `/front`. [Guide and pages](/docs)',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    tags: Object.values(tagOf)
      .filter((name) => endpoints.some(({ needs }) => tagOf[needs] === name))
      .map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: Object.fromEntries(
        Object.entries(securitySchemes).filter(([name]) => endpoints.some((one) => securityOf(one).some((way) => name in way))),
      ),
    },
  };
}

/** `newest`: the path of its newest version. */
function operation(endpoint: Endpoint, newest: string | undefined): Json {
  const { method, path, summary, needs, example } = endpoint;
  const input = jsonSchema(endpoint.input, 'input');
  const properties = (input.properties ?? {}) as Record<string, Json>;
  const isOptional = (name: string): boolean => name === 'c' && takesFirstCollection(endpoint);
  const required = new Set(((input.required ?? []) as string[]).filter((name) => !isOptional(name)));
  const inPath = pathParameters(path);
  const others = Object.keys(properties).filter((name) => !inPath.includes(name));
  const inQuery = others.filter((name) => isInQuery(endpoint, name));
  const inBody = others.filter((name) => !isInQuery(endpoint, name));
  const hasBody = takesBody(method) && !endpoint.upload && inBody.length > 0;
  const parameter = (name: string, place: 'path' | 'query') => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    schema: properties[name] ?? { type: 'string' },
    ...(example && Object.hasOwn(example.input, name) && { example: example.input[name] }),
  });
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/[^a-zA-Z]+(\w?)/g, (_match, letter: string) => letter.toUpperCase())}`,
    tags: [tagOf[needs]],
    summary,
    description: [
      ...(needs === 'shop' || needs === 'api' ? [] : [`Needs: ${needs}.`]),
      ...(takesFirstCollection(endpoint) ? ['Without `c`: the first collection.'] : []),
      ...(newest === undefined ? [] : [`Newest version: \`${newest}\`.`]),
    ].join(' '),
    security: securityOf(endpoint),
    parameters: [
      ...inPath.map((name) => parameter(name, 'path')),
      ...(hasBody ? inQuery : others).map((name) => parameter(name, 'query')),
      ...(needs === 'api' && hasBody
        ? [{ name: idempotencyHeader, in: 'header', required: false, schema: { type: 'string' } }]
        : []),
    ],
    ...(hasBody && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: bodySchema(properties, required, inBody),
            ...(example && { example: Object.fromEntries(inBody.map((name) => [name, example.input[name]])) }),
          },
        },
      },
    }),
    ...(endpoint.upload && { requestBody: { required: true, content: { 'application/octet-stream': {} } } }),
    responses: responsesOf(endpoint),
  };
}

function securityOf({ needs }: Endpoint): Json[] {
  if (needs === 'public' || needs === 'shop') return [];
  if (needs === 'api') return [{ bearer: [] }];
  return needsProject(needs)
    ? [
        { session: [], project: [] },
        { bearer: [], project: [] },
      ]
    : [{ session: [] }, { bearer: [] }];
}

const bodySchema = (properties: Record<string, Json>, required: ReadonlySet<string>, names: readonly string[]): Json => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, properties[name]])),
  required: names.filter((name) => required.has(name)),
});

function responsesOf(endpoint: Endpoint): Json {
  const beside = endpoint.beside ? ((jsonSchema(endpoint.beside, 'output').properties ?? {}) as Json) : {};
  const answer = envelopeSchema(jsonSchema(endpoint.output, 'output'), beside);
  const codes = new Set<ErrorCode>(['internal', ...(endpoint.errors ?? [])]);
  if (endpoint.needs !== 'public' && endpoint.needs !== 'shop') codes.add('notSignedIn').add('notAllowed');
  if (pathParameters(endpoint.path).length > 0) codes.add('notFound');
  codes.add('invalid');
  const texts = new Map<number, string[]>();
  for (const code of codes) texts.set(errors[code].status, [...(texts.get(errors[code].status) ?? []), errors[code].text]);
  return {
    '200': {
      description: endpoint.notice ? `err 2: ${endpoint.notice}` : 'Success',
      content: {
        [endpoint.file ?? 'application/json']: {
          schema: endpoint.file ? { type: 'string' } : answer,
          ...(endpoint.example && { example: { err: 0, msg: '', data: endpoint.example.output, errors: [] } }),
        },
      },
    },
    ...Object.fromEntries([...texts].map(([status, lines]) => [String(status), { description: lines.join(' · ') }])),
  };
}

const envelopeSchema = (data: Json, beside: Json): Json => ({
  type: 'object',
  properties: {
    err: { type: 'integer', enum: [0, 1, 2] },
    msg: { type: 'string' },
    data: { anyOf: [data, { type: 'null' }] },
    errors: { type: 'array', items: { type: 'object' } },
    warnings: { type: 'array', items: { type: 'object' } },
    ...beside,
  },
  required: ['err', 'msg', 'data', 'errors'],
});

function jsonSchema(schema: Schema | ObjectSchema, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return json;
}
