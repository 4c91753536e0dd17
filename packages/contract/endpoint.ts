import type * as z from 'zod/mini';
import { Id, Nothing } from './fields.ts';
import type { ErrorCode } from './errors.ts';
import { type KeyRight, needsProject, type Permission } from './permission.ts';

export interface Caching {
  readonly isCached: boolean;
  readonly ttlSeconds: number;
  /** Stale responses are served this long while they are refreshed. */
  readonly graceSeconds: number;
}

const minute = 60;
const oneMinute: Caching = { isCached: true, ttlSeconds: minute, graceSeconds: 5 * minute };

/** Slow to change and to compute. */
const fiveMinutes: Caching = { isCached: true, ttlSeconds: 5 * minute, graceSeconds: 60 * minute };

/** Cacheable endpoints with their defaults. A release, an import, a changed item or a purge outdates answers at once. */
export const usualCaching = {
  search: oneMinute,
  autocomplete: oneMinute,
  catalog: oneMinute,
  item: oneMinute,
  similar: fiveMinutes,
  trending: fiveMinutes,
  bought_together: fiveMinutes,
  also_viewed: fiveMinutes,
} as const satisfies Readonly<Record<string, Caching>>;

export type CachedEndpoint = keyof typeof usualCaching;

export const isCachedEndpoint = (name: string): name is CachedEndpoint => Object.hasOwn(usualCaching, name);

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export const hasBody = (method: Method): boolean => method === 'POST' || method === 'PUT' || method === 'PATCH';
export type Schema = z.core.$ZodType;
export type ObjectSchema = z.core.$ZodObject;

/**
 * One call: the server route, the typed client, the OpenAPI entry, form validation and the permission test come from it.
 *
 * `input` holds path parameters, query and body as one object: names in `{braces}` come from the path, the others from the
 * query of a GET or DELETE, or from the JSON body of a POST, PUT or PATCH.
 */
export interface Endpoint<
  Input extends ObjectSchema = ObjectSchema,
  Output extends Schema = Schema,
  Needs extends Permission = Permission,
  Beside extends ObjectSchema = ObjectSchema,
> {
  readonly method: Method;
  /** Starts with `/`, parameters in braces: `/api/synonym/{id}`. */
  readonly path: string;
  readonly needs: Needs;
  /** Right of a key that allows a call of a shop. Default: none, so it needs the client ID or secret. */
  readonly keyRight?: KeyRight;
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
  /** For the API page; a test checks it against the schemas. */
  readonly example?: { readonly input: Readonly<Record<string, unknown>>; readonly output: unknown };
  /** Members of the envelope beside `data`. */
  readonly beside?: Beside;
  /** What `err: 2` means for this call. */
  readonly notice?: string;
  /** Errors besides those that any call can have. */
  readonly errors?: readonly ErrorCode[];
  /** Media type of a response that is a file, not an envelope. */
  readonly file?: string;
  readonly upload?: true;
  readonly alsoByGet?: true;
  readonly onlyAsks?: true;
  /** Open before the required second factor is set up. */
  readonly beforeSecondFactor?: true;
  /** Also served under this version: `/front/v1/search`. */
  readonly version?: number;
  /** Input in the query despite a body: access is checked before the body is read. */
  readonly inAddress?: readonly string[];
  /** Other sites send JSON as `text/plain`, which needs no preflight. */
  readonly takesPlainText?: true;
  /** Aliases of input fields. */
  readonly aliases?: Readonly<Record<string, string>>;
  readonly bodyLimitBytes?: number;
}

/** Default input and output: none. */
export type Definition<
  Input extends ObjectSchema,
  Output extends Schema,
  Needs extends Permission,
  Beside extends ObjectSchema = ObjectSchema,
> = Omit<Endpoint<Input, Output, Needs, Beside>, 'method' | 'path' | 'input' | 'output'> & {
  readonly input?: Input;
  readonly output?: Output;
};

export function endpoint<
  const Needs extends Permission,
  Input extends ObjectSchema = typeof Nothing,
  Output extends Schema = typeof Nothing,
  Beside extends ObjectSchema = ObjectSchema,
>(
  request: `${Method} ${string}`,
  {
    input = Nothing as ObjectSchema as Input,
    output = Nothing as Schema as Output,
    ...definition
  }: Definition<Input, Output, Needs, Beside>,
): Endpoint<Input, Output, Needs, Beside> {
  const [method = '', path = ''] = request.split(' ');
  return { ...definition, input, output, method: method as Method, path };
}

/** Before defaults. */
export type InputOf<E extends Endpoint> = z.input<E['input']>;
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>;
export type OutputOf<E extends Endpoint> = z.output<E['output']>;
export type BesideOf<E extends Endpoint> = E extends Endpoint<ObjectSchema, Schema, Permission, infer B> ? z.output<B> : never;

export const pathParameters = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');

export const isInQuery = ({ method, inAddress = [] }: Pick<Endpoint, 'method' | 'inAddress'>, field: string): boolean =>
  !hasBody(method) || inAddress.includes(field);

/** `/front/search` is `/front/v1/search`, too. */
export const versionedPath = (path: string, version: number): string => path.replace(/^\/\w+/, `$&/v${version}`);

/** A call without `c` is for the project's first collection. */
export const takesFirstCollection = ({ needs, input }: Pick<Endpoint, 'needs' | 'input'>): boolean =>
  needsProject(needs) && input._zod.def.shape['c'] === Id;
