import type * as z from 'zod/mini';
import { Nothing } from '#contract/fields.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Permission } from '#contract/permission.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export const hasBody = (method: Method): boolean => method === 'POST' || method === 'PUT' || method === 'PATCH';
export type Schema = z.core.$ZodType;
export type ObjectSchema = z.core.$ZodObject;

/**
 * One call, whole: the server route, the typed client, the OpenAPI entry, form validation and the permission test come from it.
 *
 * `input` holds path parameters, query and body as one object: names in `{braces}` are taken from the path, the others from
 * the query of a GET or DELETE and from the JSON body of a POST, PUT or PATCH, but for those that stand in the address always.
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
  /** One sentence for the API page. */
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
  /** A call and its answer for the API page, both as they are sent; a test holds them against their schemas. */
  readonly example?: { readonly input: Readonly<Record<string, unknown>>; readonly output: unknown };
  /** Members of the envelope beside `data`. */
  readonly beside?: Beside;
  /** What `err: 2` means for this call. */
  readonly notice?: string;
  /** Errors besides those that any call can have. */
  readonly errors?: readonly ErrorCode[];
  /** It answers a file of this type in place of an envelope; `output` is its text. What is wrong comes in an envelope. */
  readonly file?: string;
  readonly upload?: true;
  /**
   * A POST that works as a GET, too. Whoever sends that has to send the session header; links, other sites and prefetching browsers,
   * which send no header of ours or say what they are, change nothing.
   */
  readonly alsoByGet?: true;
  /** A POST that only asks, with more than an address holds. It works while nothing can be saved. */
  readonly onlyAsks?: true;
  /** It works for people who still have to set up the second factor that this server demands. */
  readonly beforeSecondFactor?: true;
  /** It is served under a path with this number, too, where its answers keep their shape: `/front/v1/search`. */
  readonly version?: number;
  /** Fields of the input that stand in the query although the call has a body: access is decided before a body is read. */
  readonly inAddress?: readonly string[];
  /** Pages of other sites send the body as `text/plain`, for which browsers don't ask first. It is JSON all the same. */
  readonly takesPlainText?: true;
  /** Other names that fields of the input are taken by, each with the field's own. */
  readonly aliases?: Readonly<Record<string, string>>;
  readonly bodyLimitBytes?: number;
}

/** What is said of a call besides its request line. Without `input` it takes nothing, without `output` it answers nothing. */
export type Definition<
  Input extends ObjectSchema,
  Output extends Schema,
  Needs extends Permission,
  Beside extends ObjectSchema = ObjectSchema,
> = Omit<Endpoint<Input, Output, Needs, Beside>, 'method' | 'path' | 'input' | 'output'> & {
  readonly input?: Input;
  readonly output?: Output;
};

/** A call by its request line, such as `GET /api/synonym/{id}`. */
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

/** What a caller gives, before defaults. */
export type InputOf<E extends Endpoint> = z.input<E['input']>;
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>;
export type OutputOf<E extends Endpoint> = z.output<E['output']>;
export type BesideOf<E extends Endpoint> = E extends Endpoint<ObjectSchema, Schema, Permission, infer B> ? z.output<B> : never;

/** The names in braces of a path, in order. */
export const pathParameters = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');

/** Whether a field that isn't part of the path stands in the query, rather than in the body. */
export const isInQuery = ({ method, inAddress = [] }: Pick<Endpoint, 'method' | 'inAddress'>, field: string): boolean =>
  !hasBody(method) || inAddress.includes(field);

/** The path under which a call with a version keeps the shape of its answers: `/front/search` is `/front/v1/search`, too. */
export const versionedPath = (path: string, version: number): string => path.replace(/^\/\w+/, `$&/v${version}`);
