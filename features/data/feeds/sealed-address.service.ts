import { maskedAddress, partsOf } from './masked-address.service.ts';
import type { StoredAddress } from '#server-kit/db/schema.ts';
import { isSealed, type Sealing } from '#server-kit/sealing.ts';

/**
 * An address as it is stored: the password in it is sealed, and all else stays to be looked at. A user without a password may be a
 * key, so it is sealed too.
 */
export function sealedAddress(sealing: Sealing, address: string): StoredAddress {
  const parts = partsOf(address);
  if (!parts || parts.secret === '') return address as StoredAddress;
  return `${parts.before}${sealing.seal(parts.secret)}${parts.after}` as StoredAddress;
}

/** The address as somebody entered it, or null when its password was sealed with another key. */
export function openedAddress(sealing: Sealing, stored: StoredAddress): string | null {
  const parts = partsOf(stored);
  if (!parts || !isSealed(parts.secret)) return stored;
  const secret = sealing.open(parts.secret);
  return secret === null ? null : `${parts.before}${secret}${parts.after}`;
}

/** What to store of an address that was sent: what is stored already, when it is that one, masked or not. */
export const keptAddress = (sealing: Sealing, sent: string, stored: StoredAddress): StoredAddress =>
  sent === maskedAddress(stored) || sent === openedAddress(sealing, stored) ? stored : sealedAddress(sealing, sent);

/** Whether an address holds a password that is stored as it is. */
export const isOpenAddress = (stored: string): boolean => {
  const secret = partsOf(stored)?.secret ?? '';
  return secret !== '' && !isSealed(secret);
};
