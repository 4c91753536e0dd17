import { mask, partsOf, withSecrets } from './secrets-of-address.ts';

/** An address without its secrets: the password, and what in its query only some may know. */
export const maskedAddress = (address: string): string => withSecrets(partsOf(address), () => mask);

/** Whether an address holds a mask where a secret belongs: somebody changed a masked one. It must not be sent to another host. */
export function isMaskedAddress(stored: string): boolean {
  const { address, secrets } = partsOf(stored);
  return secrets.some(({ start, end }) => address.slice(start, end).includes(mask));
}
