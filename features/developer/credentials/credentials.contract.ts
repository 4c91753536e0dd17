import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Moment } from '#contract/fields.ts';

const needs = 'developer';

export const overlapHours = 24;
export const overlapMilliseconds = overlapHours * 60 * 60 * 1_000;

/** The secret is only ever answered when it is made: with the project, or here by making a new one. */
export const readCredentials = endpoint('GET /api/credentials', {
  needs,
  summary: 'Reads the client ID, which the front API accepts as `token`',
  output: z.object({
    client_id: z.string(),
    /** Until when the secret before the present one works; null where it doesn't. */
    old_secret_until: z.nullable(Moment),
    /** When the shop last called the front API; null where it never has. */
    front_called_at: z.nullable(Moment),
  }),
});

export const rotateSecret = endpoint('POST /api/credentials/secret', {
  needs,
  summary: `Makes a new client secret; the old one and its bearer tokens stop working, at once or after ${overlapHours} hours`,
  input: z.object({ keeps_old: z._default(z.boolean(), false) }),
  output: z.object({ client_id: z.string(), client_secret: z.string() }),
});

export const endOldSecret = endpoint('DELETE /api/credentials/old-secret', {
  needs,
  summary: 'Ends the secret before the present one, and all bearer tokens',
});

const Pair = z.object({ client_id: z.string().check(z.maxLength(200)), client_secret: z.string().check(z.maxLength(200)) });
const Bearer = z.object({ token: z.string(), token_type: z.literal('Bearer'), expires_in: z.number() });
const summary = 'Trades the client ID and secret for a bearer token of the project, good for ten minutes';

export const authorize = endpoint('GET /api/auth/authorize', {
  needs: 'public',
  summary,
  input: Pair,
  output: Bearer,
  errors: ['loginIncorrect', 'tooManyRequests'],
});
export const authorizeByPost = endpoint('POST /api/auth/authorize', authorize);
