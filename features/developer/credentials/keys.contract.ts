import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id, Moment, requiredText } from '#contract/fields.ts';
import { keyRights } from '#contract/permission.ts';

const needs = 'developer';

export const mostKeys = 50;
const mostOrigins = 20;
const longestOrigin = 253;

export const KeyInput = z.object({
  name: requiredText(),
  rights: z.array(z.enum(keyRights)).check(z.minLength(1, { error: 'requiredField' }), z.maxLength(keyRights.length)),
  /** Hosts of pages that may use the key, such as `shop.example` or `*.shop.example`; none: any page, and servers. */
  origins: z._default(z.array(z.string().check(z.trim(), z.maxLength(longestOrigin))).check(z.maxLength(mostOrigins)), []),
  /** null: never. */
  expires_at: z._default(z.nullable(Moment), null),
});
export type KeyInput = z.output<typeof KeyInput>;

export const Key = z.object({
  id: Id,
  name: z.string(),
  /** First letters. The whole key is answered once, when it is made. */
  beginning: z.string(),
  rights: z.array(z.enum(keyRights)),
  origins: z.array(z.string()),
  created_at: Moment,
  expires_at: z.nullable(Moment),
  is_expired: z.boolean(),
  /** To the minute; null: never. */
  last_used_at: z.nullable(Moment),
  /** Until when the key before works, too; null: it doesn't. */
  old_until: z.nullable(Moment),
});
export type Key = z.output<typeof Key>;

const MadeKey = z.object({ id: Id, key: z.string() });
const inputErrors = ['required', 'requiredField', 'alreadyUsed', 'momentPassed', 'notAHost', 'secretWithOrigins'] as const;

export const listKeys = endpoint('GET /api/keys', {
  needs,
  summary: 'Lists the keys of the project, without their secrets',
  output: z.object({ keys: z.array(Key) }),
});

export const makeKey = endpoint('POST /api/keys', {
  needs,
  summary: 'Makes a key with rights of its own; the answer shows it once',
  input: KeyInput,
  output: MadeKey,
  errors: [...inputErrors, 'tooMany'],
});

export const changeKey = endpoint('PUT /api/keys/{id}', {
  needs,
  summary: 'Changes name, rights, pages and expiry of a key',
  input: z.extend(KeyInput, { id: Id }),
  errors: inputErrors,
});

export const rotateKey = endpoint('POST /api/keys/{id}/rotate', {
  needs,
  summary: 'Makes a new secret for a key; the one before stops working, at once or after a day',
  input: z.object({ id: Id, keeps_old: z._default(z.boolean(), false) }),
  output: MadeKey,
});

export const deleteKey = endpoint('DELETE /api/keys/{id}', {
  needs,
  summary: 'Deletes a key; it stops working within a second',
  input: z.object({ id: Id }),
});
