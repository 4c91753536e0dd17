import * as z from 'zod/mini';
import { type Definition, endpoint, type ObjectSchema, type Schema } from '#contract/endpoint.ts';
import { keyErrors } from '#contract/errors.ts';
import { type Nothing, shortTextLength } from '#contract/fields.ts';

/** Stable under `/front/v1`; another shape needs another version. */
const version = 1;

/** The client ID or a key; not needed with a bearer token. */
export const token = z.optional(z.string().check(z.maxLength(200)));

/** Name or id. Default: the first with items. */
export const collection = z.optional(z.string().check(z.trim(), z.maxLength(shortTextLength)));

/** An id of the shop's own, to tell visitors of one address apart. */
export const visitor = z._default(z.string().check(z.maxLength(shortTextLength)), '');

const longestLanguageTag = 35;

/** For statistics. Default: the project's language. */
export const lang = z.optional(z.string().check(z.maxLength(longestLanguageTag)));

const longestItemId = 1_000;
export const itemId = z.string().check(z.maxLength(longestItemId));

const commonErrors = [
  'projectTokenNotValid',
  'projectInactive',
  ...keyErrors,
  'searchDown',
  'unavailable',
  'tooManyRequests',
] as const;

/** Open to all origins, with and without the version in the path. */
export const frontCall = <Input extends ObjectSchema, Output extends Schema = typeof Nothing>(
  request: Parameters<typeof endpoint>[0],
  {
    errors = [],
    keyRight = 'search',
    ...definition
  }: Pick<
    Definition<Input, Output, 'shop'>,
    'summary' | 'input' | 'output' | 'errors' | 'bodyLimitBytes' | 'example' | 'keyRight'
  >,
) =>
  endpoint(request, {
    ...definition,
    needs: 'shop',
    keyRight,
    version,
    inAddress: ['token'],
    takesPlainText: true,
    errors: [...commonErrors, ...errors],
  });
