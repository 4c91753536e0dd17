/** Stands for the secret part of an address wherever one is shown. */
const mask = '•••';
/** What stands between `//` and the last `@` of the host part. */
const userInfo = /^([a-z][a-z\d+.-]*:\/\/)([^/?#\\]*)@/i;

/** An address around its secret. */
interface AddressParts {
  readonly before: string;
  /** The password, or the user without one, who may be a key. */
  readonly secret: string;
  readonly after: string;
}

/** null where nobody signs in. What parsers forgive is written as they understand it, so that no secret is overlooked. */
export function partsOf(address: string): AddressParts | null {
  const found = userInfo.exec(address) ?? userInfo.exec(understood(address));
  if (!found) return null;
  const [whole, scheme, info = ''] = found;
  const userLength = info.indexOf(':') + 1;
  return {
    before: `${scheme}${info.slice(0, userLength)}`,
    secret: info.slice(userLength),
    after: found.input.slice(whole.length - 1),
  };
}

function understood(address: string): string {
  const url = URL.parse(address);
  return url !== null && (url.username !== '' || url.password !== '') ? url.href : '';
}

/** An address without its password. */
export function maskedAddress(address: string): string {
  const parts = partsOf(address);
  return parts ? `${parts.before}${mask}${parts.after}` : address;
}

/** Whether somebody changed a masked address without typing its password anew. It must not be sent to another host. */
export const isMaskedAddress = (address: string): boolean => (partsOf(address)?.secret ?? '').includes(mask);
