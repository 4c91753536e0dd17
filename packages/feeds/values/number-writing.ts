/** How the prices of a column write numbers, counted over all values read so far. */
export interface NumberWriting {
  /** `12,50`: the sign before decimals. */
  readonly decimals: Record<Sign, number>;
  /** `1.299.000`, `1.299,00`: the sign between thousands. */
  readonly thousands: Record<Sign, number>;
  /** `1.299`: either. */
  readonly unclear: Record<Sign, number>;
  count: number;
  /** The first unclear value. */
  first?: { readonly sign: Sign; readonly text: string; readonly isThousands: boolean };
  /** `990` */
  small: number;
  /** `1299`: without a sign between thousands. */
  large: number;
}

export type Sign = '.' | ',';

export interface Habits {
  /** ISO 639-1 of the texts, or null. */
  readonly language: string | null;
  /** A sign as in `$65.000` or `1.299 Kč`: written by people. */
  readonly hasSigns: boolean;
  /** Such as Kuwait’s dinar. */
  readonly hasThreeDecimals: boolean;
}

export const newWriting = (): NumberWriting => ({
  decimals: { '.': 0, ',': 0 },
  thousands: { '.': 0, ',': 0 },
  unclear: { '.': 0, ',': 0 },
  count: 0,
  small: 0,
  large: 0,
});

const firstNumber = /\d(?:[\d.,]*\d)?/;
const betweenBlanks = /(?<=\d)[ '’\u00a0\u202f](?=\d{3})/g;
const unclear = /^[1-9]\d{0,2}([.,])\d{3}$/;
const wholeDigits = 3;

/** Counts a value. @returns the sign of an unclear one */
export function countNumber(text: string, writing: NumberWriting): Sign | null {
  const number = firstNumber.exec(/[ '’\u00a0\u202f]/.test(text) ? text.replace(betweenBlanks, '') : text)?.[0];
  if (number === undefined) return null;
  writing.count += 1;
  const sign = unclear.exec(number)?.[1] as Sign | undefined;
  if (sign !== undefined) {
    writing.unclear[sign] += 1;
    return sign;
  }
  const last = Math.max(number.lastIndexOf('.'), number.lastIndexOf(','));
  if (last === -1) {
    if (number.length <= wholeDigits) writing.small += 1;
    else writing.large += number === text ? 1 : 0;
    return null;
  }
  const final = number[last] as Sign;
  const other = final === '.' ? ',' : '.';
  if (number.includes(other)) {
    writing.decimals[final] += 1;
    writing.thousands[other] += 1;
  } else writing[number.indexOf(final) === last ? 'decimals' : 'thousands'][final] += 1;
  return null;
}

const pointLanguages: ReadonlySet<string> = new Set('en ja zh ko th he ar hi ms'.split(' '));
/** Also written by hand with a blank between thousands: these stay unclear. */
const blankLanguages: ReadonlySet<string> = new Set('cs sk pl hu fr bg uk ru fi sv no et lv lt'.split(' '));

/** How `1.299` is read in such a column, and whether that is certain. */
export function readingOf(
  sign: Sign,
  { decimals, thousands, small, large }: NumberWriting,
  { language, hasSigns, hasThreeDecimals }: Habits,
): { readonly isThousands: boolean; readonly isSure: boolean } {
  const other = sign === '.' ? ',' : '.';
  const isPointLanguage = language !== null && pointLanguages.has(language);
  const isUsual = language !== null && !blankLanguages.has(language) && isPointLanguage === (sign === ',');
  if (thousands[sign] > 0) return { isThousands: thousands[sign] >= decimals[sign], isSure: decimals[sign] === 0 };
  if (decimals[sign] > 0) return { isThousands: false, isSure: !isUsual };
  if (hasThreeDecimals) return { isThousands: false, isSure: true };
  if (decimals[other] > 0 || thousands[other] > 0) return { isThousands: thousands[other] === 0, isSure: true };
  if (large > small) return { isThousands: false, isSure: false };
  if (isUsual || small > 0 || hasSigns) return { isThousands: true, isSure: isUsual || (small > 0 && hasSigns) };
  return { isThousands: sign === '.' ? !isPointLanguage : language === null, isSure: false };
}
