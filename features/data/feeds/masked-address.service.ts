/** Stands for the secret part of an address wherever one is shown. */
const mask = '•••';
/** What stands between `//` and the last `@` of the host part. */
const userInfo = /^([a-z][a-z\d+.-]*:\/\/)([^/?#\\]*)@/i;

/** An address without its password. A user without one may be a key, so it is hidden too. */
export function maskedAddress(address: string): string {
  const found = userInfo.exec(address);
  if (!found) return hasUser(address) ? `${mask}@` : address;
  const [whole, scheme, info = ''] = found;
  const user = info.includes(':') ? `${info.slice(0, info.indexOf(':'))}:` : '';
  return `${scheme}${user}${mask}@${address.slice(whole.length)}`;
}

/** Parsers forgive more than the pattern. What they find a user in is never shown. */
function hasUser(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && (url.username !== '' || url.password !== '');
}

/** The stored address, when its masked form is sent back untouched; otherwise what was sent. */
export const revealedAddress = (sent: string, stored: string): string => (sent === maskedAddress(stored) ? stored : sent);

/** Whether somebody changed a masked address without typing its password anew. It must not be sent to another host. */
export const isMaskedAddress = (address: string): boolean => (userInfo.exec(address)?.[2] ?? '').includes(mask);
