import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const secretBytes = 32;

/** A new 256-bit secret in URL-safe letters. */
export const newSecret = (): string => randomBytes(secretBytes).toString('base64url');

const secretLetters = /^[\w-]{43}$/;

/** Whether a text looks as `newSecret` makes them. Others are not even looked up, and nobody keeps megabytes in their place. */
export const couldBeSecret = (text: string): boolean => secretLetters.test(text);

/** What is stored of a secret. Secrets are random, so a fast hash is enough. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Compares in constant time. */
export const isSecret = (secret: string, hash: string): boolean =>
  timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(hash));
