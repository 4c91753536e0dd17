import type { StoredAddress } from '#server/db/schema.ts';
import { isSealed, type Sealing } from '#server/secrets/secrets.ts';

const mask = '•••';

interface SecretPart {
  /** The user, or the name of a parameter. */
  readonly owner: string;
  readonly start: number;
  readonly end: number;
}

/** Written as URL parsers read it, so that no secret is missed. */
interface AddressParts {
  readonly address: string;
  readonly secrets: readonly SecretPart[];
}

/** Between `//` and the last `@` of the authority. */
const userInfo = /^([a-z][a-z\d+.-]*:\/\/)([^/?#\\]*)@/i;
/** In the query, the fragment, or a segment of the path. */
const parameter = /[?&#](?:([^=&#?]*)=)?([^&#]*)|;(?:([^=;/?#]*)=)?([^;/?#]*)/g;
/** Depth of nested addresses. */
const deepest = 3;

function partsOf(address: string, depth = 0): AddressParts {
  if (!userInfo.test(address)) {
    const url = URL.parse(address);
    if (url !== null && (url.username !== '' || url.password !== '')) return partsOf(url.href, depth);
  }
  const [whole = '', scheme = '', info = ''] = userInfo.exec(address) ?? [];
  const secrets: SecretPart[] = [];
  const userLength = info.indexOf(':') + 1;
  // A user without a password may be an API key.
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

function withSecrets({ address, secrets }: AddressParts, change: (secret: string, part: SecretPart) => string): string {
  let [changed, end] = ['', 0];
  for (const part of secrets) {
    changed += address.slice(end, part.start) + change(address.slice(part.start, part.end), part);
    end = part.end;
  }
  return changed + address.slice(end);
}

/** A lone percent sign stays as it is. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

const secretWords: ReadonlySet<string> = new Set(
  `token accesstoken authtoken apitoken usertoken securitytoken key apikey accesskey authkey secretkey privatekey feedkey exportkey
  hash secret clientsecret password passwd passwort passphrase heslo haslo kennwort pass pwd pw auth authorization authentication
  credential credentials signature sig sign hmac session sessionid jsessionid phpsessid sid jwt bearer otp`.split(/\s+/),
);

export function isSecretName(name: string): boolean {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean);
  return words.some((word) => secretWords.has(word)) || secretWords.has(words.join(''));
}

const shortestToken = 16;
/** In random tokens, the pieces between letters and digits or changes of case are shorter than words. */
const longestPieceOfTokens = 3;
const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i;
const piece = /\p{Lu}?\p{Ll}+|\p{Lu}+|\d+/gu;

/** Looks random: long, and mixed as no word is. */
export function isTokenLike(value: string): boolean {
  if (uuid.test(value)) return true;
  const runs = value.match(/[a-z\d]+/gi) ?? [];
  const withSigns = value.match(/[\w-]+/g) ?? [];
  return runs.some(isMixed) || withSigns.some((text) => hasAllKinds(text) && isMixed(text.replaceAll(/[_-]/g, '')));
}

const hasAllKinds = (text: string): boolean => /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text);

function isMixed(text: string): boolean {
  const pieces = text.match(piece) ?? [];
  return text.length >= shortestToken && /[a-z]/i.test(text) && text.length / pieces.length < longestPieceOfTokens;
}

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
    const isStored = secret === mask && kept[owner]?.length === 1 && given[owner]?.length === 1;
    return isStored ? (kept[owner]?.[0] ?? mask) : mask;
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
