import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const hashLetters = 16;
/** Says how it was sealed. Letters, digits and these signs may stand anywhere in an address. */
const mark = 'sealed~1~';

/** Encrypts secrets that the server has to read again, so that its database alone doesn't give them away. */
export interface Sealing {
  /** The same text is sealed differently each time. */
  seal(text: string): string;
  /** null when the text was sealed with another key, or changed since. */
  open(sealed: string): string | null;
  /** The same for the same text, and nothing else is known of it: 16 letters. */
  hash(text: string): string;
}

export const isSealed = (text: string): boolean => text.startsWith(mark);

/** Seals by AES-256-GCM with a key made from `secretKey`, which must be random: guessing it isn't slowed down. */
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
