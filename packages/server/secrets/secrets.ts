import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

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
