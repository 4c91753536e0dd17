import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Nothing } from '#contract/fields.ts';

const needs = 'developer';

/** The secret is only ever answered when it is made: with the project, or here by making a new one. */
export const readCredentials = endpoint({
  method: 'GET',
  path: '/api/credentials',
  needs,
  summary: 'Reads the client ID, which is also the public token of the front API',
  input: Nothing,
  output: z.object({ client_id: z.string() }),
});

export const rotateSecret = endpoint({
  method: 'POST',
  path: '/api/credentials/secret',
  needs,
  summary: 'Makes a new client secret; the old one and its bearer tokens stop working',
  input: Nothing,
  output: z.object({ client_id: z.string(), client_secret: z.string() }),
});

const Pair = z.object({ client_id: z.string().check(z.maxLength(200)), client_secret: z.string().check(z.maxLength(200)) });
const Bearer = z.object({ token: z.string(), token_type: z.literal('Bearer'), expires_in: z.number() });
const summary = 'Trades the client ID and secret for a bearer token of the project, good for ten minutes';

export const authorize = endpoint({
  method: 'GET',
  path: '/api/auth/authorize',
  needs: 'public',
  summary,
  input: Pair,
  output: Bearer,
  errors: ['loginIncorrect', 'tooManyRequests'],
});
export const authorizeByPost = endpoint({ ...authorize, method: 'POST' });
