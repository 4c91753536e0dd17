import { mask, partsOf, withSecrets } from './secrets-of-address.ts';
import type { StoredAddress } from '#server/db/schema.ts';
import { isSealed, type Sealing } from '#server/secrets/secrets.ts';

/** Seals secrets only. Masks stay, to be refused by `isMaskedAddress`. */
export const sealedAddress = (sealing: Sealing, address: string): StoredAddress =>
  withSecrets(partsOf(address), (secret) => (secret.includes(mask) ? secret : sealing.seal(secret))) as StoredAddress;

/** Null when a secret was sealed with another key. */
export function openedAddress(sealing: Sealing, stored: StoredAddress): string | null {
  let isReadable = true;
  const opened = withSecrets(partsOf(stored), (sealed) => {
    if (!isSealed(sealed)) return sealed;
    const secret = sealing.open(sealed);
    isReadable &&= secret !== null;
    return secret ?? mask;
  });
  return isReadable ? opened : null;
}

/** A mask is replaced by the stored secret only for the same host and path. */
export function keptAddress(sealing: Sealing, sent: string, stored: StoredAddress): StoredAddress {
  if (sent === maskedAddress(stored) || sent === openedAddress(sealing, stored)) return stored;
  if (placeOf(sent) !== placeOf(stored)) return sealedAddress(sealing, sent);
  const kept = secretsByOwner(stored);
  const given = secretsByOwner(sent);
  return withSecrets(partsOf(sent), (secret, { owner }) => {
    if (!secret.includes(mask)) return sealing.seal(secret);
    const isTold = secret === mask && kept[owner]?.length === 1 && given[owner]?.length === 1;
    return isTold ? (kept[owner]?.[0] ?? mask) : mask;
  }) as StoredAddress;
}

const placeOf = (address: string): string => maskedAddress(address).split(/[?#]/, 1)[0] ?? '';

function secretsOf(stored: string): { readonly owner: string; readonly secret: string }[] {
  const { address, secrets } = partsOf(stored);
  return secrets.map(({ owner, start, end }) => ({ owner, secret: address.slice(start, end) }));
}

const secretsByOwner = (address: string): Partial<Record<string, string[]>> => {
  const groups = Object.groupBy(secretsOf(address), ({ owner }) => owner);
  return Object.fromEntries(Object.entries(groups).map(([owner, found]) => [owner, found?.map(({ secret }) => secret)]));
};

export const maskedAddress = (address: string): string => withSecrets(partsOf(address), () => mask);

/** A changed masked address must not send the secret to another host. */
export function isMaskedAddress(stored: string): boolean {
  const { address, secrets } = partsOf(stored);
  return secrets.some(({ start, end }) => address.slice(start, end).includes(mask));
}
