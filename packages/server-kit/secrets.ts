import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const secretBytes = 32;

/** A new 256-bit secret in URL-safe letters. */
export const newSecret = (): string => randomBytes(secretBytes).toString('base64url');

/** What is stored of a secret. Secrets are random, so a fast hash is enough. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Compares in constant time. */
export const isSecret = (secret: string, hash: string): boolean =>
  timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(hash));
