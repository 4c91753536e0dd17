import { Secret, TOTP } from 'otpauth';
import { randomBytes } from 'node:crypto';
import { hashSecret } from '#server/secrets/secrets.ts';

const issuer = 'Aisle';
/** 160 bits, as RFC 4226 recommends. */
const keyBytes = 20;
/** Accepted codes before and after the current one, for clock drift. */
const toleratedSteps = 1;

/** RFC 6238 with what all apps support: SHA-1, six digits, 30 seconds. */
const appOf = (key: string, label = '') => new TOTP({ issuer, label, secret: Secret.fromBase32(key) });

export const newKey = (): string => new Secret({ size: keyBytes }).base32;

export const keyAddress = (key: string, email: string): string => appOf(key, email).toString();

/** The time step of a code; null if it is none around `now` (epoch milliseconds). */
export function counterOf(key: string, code: string, now: number): number | null {
  const app = appOf(key);
  const distance = app.validate({ token: code, timestamp: now, window: toleratedSteps });
  return distance === null ? null : app.counter({ timestamp: now }) + distance;
}

const codes = 10;
const codeBytes = 10;
const groupLetters = /.{4}/g;
/** Crockford's base 32: no lookalikes. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz';

/** 80 bits, in four groups of four letters. */
function newCode(): string {
  const bits = [...randomBytes(codeBytes)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const text = bits.replaceAll(/.{5}/g, (five) => letters.charAt(Number.parseInt(five, 2)));
  return text.match(groupLetters)!.join('-');
}

export const newRecoveryCodes = (): string[] => Array.from({ length: codes }, newCode);

/** Normalises case, separators and lookalikes. */
export const recoveryHash = (code: string): string =>
  hashSecret(
    code
      .toLowerCase()
      .replaceAll(/[^a-z\d]/g, '')
      .replaceAll(/[il]/g, '1')
      .replaceAll('o', '0'),
  );
