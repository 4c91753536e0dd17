import * as z from 'zod/mini';
import type { ErrorCode } from '#contract/errors.ts';

/** Building blocks of inputs. A message of a schema is an error code, so that both sides can say it in words. */
const code = (name: ErrorCode): ErrorCode => name;

export const shortTextLength = 200;
export const longTextLength = 2000;

export const Id = z.coerce.number().check(z.int(), z.positive());

/** Text that must not be blank; surrounding white space is dropped. `missing` says it when it is. */
export const requiredText = (missing: ErrorCode = 'required', maximum = shortTextLength) =>
  z
    .string({ error: missing })
    .check(z.trim(), z.minLength(1, { error: missing }), z.maxLength(maximum, { error: code('maximumLength') }));

export const optionalText = (maximum = shortTextLength) =>
  z._default(z.string().check(z.trim(), z.maxLength(maximum, { error: code('maximumLength') })), '');

export const Email = z
  .string({ error: code('required') })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, { error: code('required') }),
    z.maxLength(254),
    z.email({ error: code('notValid') }),
  );

export const minimumPasswordLength = 8;
export const maximumPasswordLength = 200;

/** The one rule for new passwords: length and a mix of upper case, lower case, number and special character. */
export const NewPassword = z.string({ error: code('required') }).check(
  z.minLength(1, { error: code('required') }),
  z.minLength(minimumPasswordLength, { error: code('minimumLength') }),
  z.maxLength(maximumPasswordLength, { error: code('maximumLength') }),
  z.refine((text) => /\p{Lu}/u.test(text) && /\p{Ll}/u.test(text) && /\d/.test(text) && /[^\p{L}\d]/u.test(text), {
    error: code('passwordMix'),
  }),
);

export const WebAddress = z.string({ error: code('required') }).check(
  z.trim(),
  z.maxLength(longTextLength, { error: code('maximumLength') }),
  z.refine((text) => isWebAddress(text), { error: code('notValid') }),
);

export function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== '';
}

/** Epoch milliseconds. */
export const Moment = z.number();

/** For calls that take or answer nothing. */
export const Nothing = z.object({});
