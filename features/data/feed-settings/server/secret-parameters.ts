/** Words of names under which hosts expect something that only some may know. */
const secretWords: ReadonlySet<string> = new Set(
  `token accesstoken authtoken apitoken usertoken securitytoken key apikey accesskey authkey secretkey privatekey feedkey exportkey
  hash secret clientsecret password passwd passwort passphrase heslo haslo kennwort pass pwd pw auth authorization authentication
  credential credentials signature sig sign hmac session sessionid jsessionid phpsessid sid jwt bearer otp`.split(/\s+/),
);

/** Whether a value under this name is a secret, whatever it looks like. */
export function isSecretName(name: string): boolean {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean);
  return words.some((word) => secretWords.has(word)) || secretWords.has(words.join(''));
}

const shortestToken = 16;
/** Words are longer than the pieces between a letter and a digit, or a small and a capital letter, of what was drawn by lot. */
const longestPieceOfTokens = 3;
const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i;
const piece = /\p{Lu}?\p{Ll}+|\p{Lu}+|\d+/gu;

/** Whether a value was drawn by lot, as far as one can see: long, and mixed as no word is. */
export function isTokenLike(value: string): boolean {
  if (uuid.test(value)) return true;
  const runs = value.match(/[a-z\d]+/gi) ?? [];
  // Some alphabets of tokens have two signs beside letters and digits.
  const withSigns = value.match(/[\w-]+/g) ?? [];
  return runs.some(isMixed) || withSigns.some((text) => hasAllKinds(text) && isMixed(text.replaceAll(/[_-]/g, '')));
}

const hasAllKinds = (text: string): boolean => /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text);

function isMixed(text: string): boolean {
  const pieces = text.match(piece) ?? [];
  return text.length >= shortestToken && /[a-z]/i.test(text) && text.length / pieces.length < longestPieceOfTokens;
}
