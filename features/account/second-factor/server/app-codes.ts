import { Secret, TOTP } from 'otpauth';

const issuer = 'Aisle';
/** As RFC 4226 recommends: 160 bits. */
const keyBytes = 20;
/** How many codes before and after the one of this moment are taken, for clocks that differ. */
const toleratedSteps = 1;

/** Codes of apps by RFC 6238 with what all apps know: SHA-1, six digits, 30 seconds. */
const appOf = (key: string, label = '') => new TOTP({ issuer, label, secret: Secret.fromBase32(key) });

/** In base 32. */
export const newKey = (): string => new Secret({ size: keyBytes }).base32;

/** The `otpauth://` address that apps read a key from. */
export const keyAddress = (key: string, email: string): string => appOf(key, email).toString();

/** Which step of the clock a code is of; null when it is none around `now`, in milliseconds. */
export function counterOf(key: string, code: string, now: number): number | null {
  const app = appOf(key);
  const distance = app.validate({ token: code, timestamp: now, window: toleratedSteps });
  return distance === null ? null : app.counter({ timestamp: now }) + distance;
}
