import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/** Messages of schemas are error codes. */
const code = (name: ErrorCode): ErrorCode => name;

export const shortTextLength = 200;
export const longTextLength = 2000;

export const Id = z.coerce.number().check(z.int(), z.positive());

/** Trimmed, not blank. */
export const requiredText = (missing: ErrorCode = 'required', maximum = shortTextLength) =>
  z
    .string({ error: missing })
    .check(z.trim(), z.minLength(1, { error: missing }), z.maxLength(maximum, { error: code('maximumLength') }));

export const anyText = (maximum = shortTextLength) =>
  z.string().check(z.trim(), z.maxLength(maximum, { error: code('maximumLength') }));
/** `z.partial` keeps the default. */
export const optionalText = (maximum = shortTextLength) => z._default(anyText(maximum), '');

export const Email = z
  .string({ error: code('required') })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, { error: code('required') }),
    z.maxLength(254),
    z.email({ error: code('notValid') }),
  );

const minimumPasswordLength = 8;
export const maximumPasswordLength = 200;

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

/** The parser skips further slashes: `https:///sale` has the host `sale`. */
const withoutHost = /^\w+:\/{3}/;

export function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return (
    !withoutHost.test(text) && url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== ''
  );
}

export function hasUser(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.username + url.password !== '';
}

const plainChecks = [
  z.refine<string>((text) => !hasUser(text), { error: code('addressWithUser') }),
  z.refine<string>((text) => !/[\s\p{Cc}]/u.test(text), { error: code('addressWithSpace') }),
] as const;

/** An address that pages open or show; empty for none. */
export const linkChecks = [
  z.refine<string>((text) => text === '' || isWebAddress(text), { error: code('onlyWebAddress') }),
  ...plainChecks,
] as const;

/** Browsers read `//host` and `/\host` as another site. */
const pathOnSite = /^\/(?![/\\])/;

/** The same, or a path on the page's own site. */
export const linkOrPathChecks = [
  z.refine<string>((text) => text === '' || pathOnSite.test(text) || isWebAddress(text), { error: code('onlyAddressOrPath') }),
  ...plainChecks,
] as const;

/** Epoch milliseconds. */
export const Moment = z.number();

export const Nothing = z.object({});

export const MailedToken = z
  .string({ error: 'required' })
  .check(z.minLength(1, { error: 'required' }), z.maxLength(shortTextLength));

export const ticketSeconds = 60;

export const OpenedLink = z.object({ address: z.string(), seconds: z.number() });

export const TicketInput = z.object({ ticket: z.string().check(z.maxLength(1000)) });

/** `https://…`, `www.…` and `host.example/…`; a bare domain may be a shop's name. */
const webAddress = /(?:\w+:)?\/\/\S*|\bwww\.\S*|[\p{L}\d-]+(?:\.[\p{L}\d-]+)+\/\S*/giu;
/** Control and bidirectional characters. */
const unwritten = /[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu;

/** One line, without control characters. */
export const lineOfText = (maximum: number) =>
  z._default(
    z.string().check(
      z.overwrite((text) => text.replaceAll(unwritten, ' ').replaceAll(/\s+/g, ' ').trim()),
      z.maxLength(maximum, { error: code('maximumLength') }),
    ),
    '',
  );

/** Used in mails to strangers, so it can't contain an address. */
export const PlainName = requiredText().check(z.refine((name) => name === withoutAddresses(name), { error: 'webAddressInName' }));

export const withoutAddresses = (name: string): string => name.replaceAll(unwritten, ' ').replaceAll(webAddress, '…').trim();

export const userGroups = [1, 2, 3, 4, 5] as const;
/** As numbers, or as responses show them: `{ "id": 1 }`. */
export const UserGroups = z
  .array(
    z.union([
      z.literal(userGroups),
      z.pipe(
        z.object({ id: z.literal(userGroups) }),
        z.transform(({ id }) => id),
      ),
    ]),
  )
  .check(z.maxLength(userGroups.length));
