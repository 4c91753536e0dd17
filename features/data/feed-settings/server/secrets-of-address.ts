import { isSecretName, isTokenLike } from './secret-parameters.ts';
import { isSealed } from '#server/secrets/sealing.ts';

/** Stands for a secret part of an address wherever one is shown. */
export const mask = '•••';

interface SecretPart {
  /** What it belongs to: the user, or the name of a parameter. */
  readonly owner: string;
  readonly start: number;
  readonly end: number;
}

/** An address with what is secret in it. What parsers forgive is written as they understand it, so that no secret is overlooked. */
export interface AddressParts {
  readonly address: string;
  /** From left to right. */
  readonly secrets: readonly SecretPart[];
}

/** What stands between `//` and the last `@` of the host part. */
const userInfo = /^([a-z][a-z\d+.-]*:\/\/)([^/?#\\]*)@/i;
/** Of the query and of the part behind `#`, or of a segment of the path. */
const parameter = /[?&#](?:([^=&#?]*)=)?([^&#]*)|;(?:([^=;/?#]*)=)?([^;/?#]*)/g;
/** Addresses in addresses are looked into so deep. */
const deepest = 3;

export function partsOf(address: string, depth = 0): AddressParts {
  if (!userInfo.test(address)) {
    const url = URL.parse(address);
    if (url !== null && (url.username !== '' || url.password !== '')) return partsOf(url.href, depth);
  }
  const [whole = '', scheme = '', info = ''] = userInfo.exec(address) ?? [];
  const secrets: SecretPart[] = [];
  const userLength = info.indexOf(':') + 1;
  // A user without a password may be a key.
  if (info.length > userLength)
    secrets.push({ owner: `${info.slice(0, userLength)}@`, start: scheme.length + userLength, end: scheme.length + info.length });
  for (const found of address.slice(whole.length).matchAll(parameter)) {
    const name = found[1] ?? found[3] ?? '';
    const value = found[2] ?? found[4] ?? '';
    const end = whole.length + found.index + found[0].length;
    if (value !== '' && isSecret(unescaped(name), value, depth)) secrets.push({ owner: name, start: end - value.length, end });
  }
  return { address, secrets };
}

function isSecret(name: string, value: string, depth: number): boolean {
  const text = unescaped(value);
  if (isSealed(value) || text.includes(mask) || isSecretName(name) || isTokenLike(text)) return true;
  return depth < deepest && partsOf(text, depth + 1).secrets.length > 0;
}

export function withSecrets({ address, secrets }: AddressParts, change: (secret: string, part: SecretPart) => string): string {
  let [changed, end] = ['', 0];
  for (const part of secrets) {
    changed += address.slice(end, part.start) + change(address.slice(part.start, part.end), part);
    end = part.end;
  }
  return changed + address.slice(end);
}

/** A parameter may hold a lone percent sign; it then means itself. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
