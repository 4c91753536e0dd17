import type * as z from 'zod/mini';
import type { ErrorCode } from '#contract/errors.ts';
import type { Permission } from '#contract/permission.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** Whether calls of this method carry their input as JSON, rather than in the query. */
export const hasBody = (method: Method): boolean => method === 'POST' || method === 'PUT' || method === 'PATCH';
export type Schema = z.core.$ZodType;
export type ObjectSchema = z.core.$ZodObject;

/**
 * One call, whole: the server route, the typed client, the OpenAPI entry, form validation and the permission test come from it.
 *
 * `input` holds path parameters, query and body as one object: names in `{braces}` are taken from the path, the others from
 * the query of a GET or DELETE and from the JSON body of a POST, PUT or PATCH.
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
  /** Members of the envelope beside `data`. */
  readonly beside?: Beside;
  /** What `err: 2` means for this call. */
  readonly notice?: string;
  /** Errors besides those that any call can have. */
  readonly errors?: readonly ErrorCode[];
  /** The body is a file, streamed to the handler as it comes. */
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
  /** Other names that fields of the input are taken by, each with the field's own. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** How large a JSON body may be, where that is more than other calls need. */
  readonly bodyLimitBytes?: number;
}

export const endpoint = <
  Input extends ObjectSchema,
  Output extends Schema,
  const Needs extends Permission,
  Beside extends ObjectSchema = ObjectSchema,
>(
  definition: Endpoint<Input, Output, Needs, Beside>,
): Endpoint<Input, Output, Needs, Beside> => definition;

/** What a caller gives, before defaults. */
export type InputOf<E extends Endpoint> = z.input<E['input']>;
/** What a handler gets, parsed. */
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>;
export type OutputOf<E extends Endpoint> = z.output<E['output']>;
export type BesideOf<E extends Endpoint> = E extends Endpoint<ObjectSchema, Schema, Permission, infer B> ? z.output<B> : never;

/** The names in braces of a path, in order. */
export const pathParameters = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
