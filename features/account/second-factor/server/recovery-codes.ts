import { randomBytes } from 'node:crypto';
import { hashSecret } from '#server/secrets/secrets.ts';

const codes = 10;
const codeBytes = 10;
const groupLetters = /.{4}/g;
/** Crockford's base 32: no letter looks like a digit, or like another one. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz';

/** 80 bits, in four groups of four letters. */
function newCode(): string {
  const bits = [...randomBytes(codeBytes)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const text = bits.replaceAll(/.{5}/g, (five) => letters.charAt(Number.parseInt(five, 2)));
  return text.match(groupLetters)!.join('-');
}

export const newRecoveryCodes = (): string[] => Array.from({ length: codes }, newCode);

/** What is stored of a code, however it is typed. */
export const recoveryHash = (code: string): string =>
  hashSecret(
    code
      .toLowerCase()
      .replaceAll(/[^a-z\d]/g, '')
      .replaceAll(/[il]/g, '1')
      .replaceAll('o', '0'),
  );
