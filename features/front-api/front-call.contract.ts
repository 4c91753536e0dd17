import * as z from 'zod/mini';
import { type Definition, endpoint, type ObjectSchema, type Schema } from '#contract/endpoint.ts';
import { type Nothing, shortTextLength } from '#contract/fields.ts';

/** What is served under `/front/v1` keeps the shape of its answers; another shape is another version. */
const version = 1;

/** The project's public token. Callers with a bearer token leave it out. */
export const token = z.optional(z.string().check(z.maxLength(200)));

/** A collection's name or id; where it is left out, the first that has items. */
export const collection = z.optional(z.string().check(z.trim(), z.maxLength(shortTextLength)));

/** The shop's own name of its visitor, such as a random number of the browser; tells apart those who share an address. */
export const visitor = z._default(z.string().check(z.maxLength(shortTextLength)), '');

const longestLanguageTag = 35;

/** The language of the page, such as `cs` or `cs-CZ`, by which statistics can be told apart; the project's where it is left out. */
export const lang = z.optional(z.string().check(z.maxLength(longestLanguageTag)));

const longestItemId = 1_000;
export const itemId = z.string().check(z.maxLength(longestItemId));

const commonErrors = ['projectTokenNotValid', 'projectInactive', 'searchDown', 'unavailable', 'tooManyRequests'] as const;

/** A call of a shop: open to pages of any site that know the project's token, under a plain name and under that of its version. */
export const frontCall = <Input extends ObjectSchema, Output extends Schema = typeof Nothing>(
  request: Parameters<typeof endpoint>[0],
  {
    errors = [],
    ...definition
  }: Pick<Definition<Input, Output, 'shop'>, 'summary' | 'input' | 'output' | 'errors' | 'bodyLimitBytes' | 'example'>,
) =>
  endpoint(request, {
    ...definition,
    needs: 'shop',
    version,
    inAddress: ['token'],
    takesPlainText: true,
    errors: [...commonErrors, ...errors],
  });
