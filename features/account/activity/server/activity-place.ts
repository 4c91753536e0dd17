export interface ActivityPlace {
  readonly browser: string;
  readonly address: string;
}

/** The first match: many agents name several browsers. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
const nameIn = (names: typeof browsers, agent: string): string => names.find(([sign]) => sign.test(agent))?.[1] ?? '';

/** `Firefox, Linux`. Only these names are stored, so agents can't inject text. */
export const browserName = (agent: string): string =>
  [nameIn(browsers, agent), nameIn(systems, agent)].filter((name) => name !== '').join(', ');

export function maskedAddress(address: string): string {
  const [first = '', second = '', ...others] = address.split(address.includes(':') ? ':' : '.');
  if (others.length === 0) return '';
  return address.includes(':') ? `${first}:${second}:…` : `${first}.${second}.x.x`;
}
