import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

const secretBytes = 32;

/** 256 bits, URL-safe. */
export const newSecret = (): string => randomBytes(secretBytes).toString('base64url');

const secretLetters = /^[\w-]{43}$/;

/** Has the shape of a secret; others are not looked up. */
export const couldBeSecret = (text: string): boolean => secretLetters.test(text);

/** A fast hash is enough for random secrets. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Compares in constant time. */
export const isSecret = (secret: string, hash: string): boolean =>
  timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(hash));

/** argon2id with the library's defaults, which follow OWASP: 19 MiB, two passes. */
export const hashPassword = (password: string): Promise<string> => hash(password);

let unusedHash: Promise<string> | null = null;

/** Takes as long for `null`, so that unknown addresses can't be timed. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  unusedHash ??= hash('no one has this password');
  const isRight = await verify(passwordHash ?? (await unusedHash), password);
  return isRight && passwordHash !== null;
}

export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  /** A name or a dotted path. */
  readonly groupsClaim: string;
  readonly grants: readonly ProviderGrant[];
}

export type ProviderGrant = { readonly group: string } & (
  | { readonly kind: 'administrator' }
  | { readonly kind: 'owner'; readonly projectId: number }
  | { readonly kind: 'member'; readonly projectId: number; readonly userGroups: readonly number[] }
);

const cipher = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const hashLetters = 16;
/** Format mark; URL-safe. */
const mark = 'sealed~1~';

/** For secrets that the server must read again. */
export interface Sealing {
  seal(text: string): string;
  /** null if sealed with another key, or changed. */
  open(sealed: string): string | null;
  /** Keyed hash, 16 letters. */
  hash(text: string): string;
}

export const isSealed = (text: string): boolean => text.startsWith(mark);

/** AES-256-GCM. `secretKey` must be random: there is no key stretching. */
export function sealingWith(secretKey: string): Sealing {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'aisle: sealed values', keyBytes));
  const hashKey = createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, '', 'aisle: hashed values', keyBytes)));
  return {
    seal(text) {
      const nonce = randomBytes(nonceBytes);
      const sealing = createCipheriv(cipher, key, nonce);
      const content = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
      return mark + Buffer.concat([nonce, sealing.getAuthTag(), content]).toString('base64url');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed.slice(mark.length), 'base64url');
      if (!isSealed(sealed) || bytes.length < nonceBytes + tagBytes) return null;
      const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
      opening.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      try {
        return opening.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + opening.final('utf8');
      } catch {
        return null;
      }
    },
    hash: (text) => createHmac('sha256', hashKey).update(text).digest('base64url').slice(0, hashLetters),
  };
}
