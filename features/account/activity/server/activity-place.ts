/** Where somebody is, as much of it as is kept. */
export interface ActivityPlace {
  readonly browser: string;
  readonly address: string;
}

/** The first that fits: many say that they are others, too. */
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

/** `Firefox, Linux` of what a browser calls itself. Only these names are kept, so nothing that a caller writes gets into the list. */
export const browserName = (agent: string): string =>
  [nameIn(browsers, agent), nameIn(systems, agent)].filter((name) => name !== '').join(', ');

/** An address without its end: enough to tell home from abroad, too little to find anybody. */
export function maskedAddress(address: string): string {
  const [first = '', second = '', ...others] = address.split(address.includes(':') ? ':' : '.');
  if (others.length === 0) return '';
  return address.includes(':') ? `${first}:${second}:…` : `${first}.${second}.x.x`;
}
