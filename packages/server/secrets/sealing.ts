import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

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
  const hashKey = Buffer.from(hkdfSync('sha256', secretKey, '', 'aisle: hashed values', keyBytes));
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
