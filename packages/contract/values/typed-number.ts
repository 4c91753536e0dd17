/** What a typed text is: a number, or why it is none. `readings` are what it could mean where it could mean two numbers. */
export type TypedNumber =
  | { readonly number: number }
  | { readonly refusal: 'notNumber' | 'tooLong' | 'tooManyDecimals' }
  | { readonly refusal: 'ambiguous'; readonly readings: readonly number[] };

interface NumberReading {
  /** What the language writes before decimals: a point or a comma. */
  readonly mark: string;
  readonly decimals: number;
}

/** More digits than that, and another number would be stored. */
const mostDigits = 15;

const plain = /^(\d*)(?:([.,])(\d*))?$/;
/** Thousands set apart by one kind of separator; with two of them, or with another mark for decimals, nothing else is meant. */
const grouped = [
  /^(\d{1,3}(?:[ \u00A0\u202F]\d{3})+)(?:[.,](\d*))?$/,
  /^(\d{1,3}(?:,\d{3})+)(?:\.(\d*))?$/,
  /^(\d{1,3}(?:\.\d{3})+)(?:,(\d*))?$/,
];

/** Reads a number as people type or paste it: with a point or a comma, in any language. What could be two numbers is neither. */
export function readNumber(text: string, { mark, decimals }: NumberReading): TypedNumber {
  const [, sign = '', rest = ''] = /^([+\-−]?)(.*)$/s.exec(text.trim()) ?? [];
  const factor = sign === '' || sign === '+' ? 1 : -1;
  const valueOf = (whole: string, fraction = '') => factor * Number(`${whole || '0'}.${fraction || '0'}`);
  const simple = plain.exec(rest);
  const [, whole = '', used, fraction = ''] = simple ?? [];
  if (used !== undefined && isPerhapsThousands(whole, fraction) && (used !== mark || fraction === '000')) {
    const readings = [valueOf(whole + fraction), valueOf(whole, fraction)];
    return { refusal: 'ambiguous', readings: readings.filter((one) => decimalsOf(one) <= decimals) };
  }
  const match = simple ? undefined : grouped.map((pattern) => pattern.exec(rest)).find((one) => one !== null);
  const digits = match ? (match[1] ?? '').replaceAll(/\D/g, '') : whole;
  const after = (match ? (match[2] ?? '') : fraction).replace(/0+$/, '');
  if (digits + (match ? after : fraction) === '') return { refusal: 'notNumber' };
  if ((digits + after).replace(/^0+/, '').length > mostDigits) return { refusal: 'tooLong' };
  return after.length > decimals ? { refusal: 'tooManyDecimals' } : { number: valueOf(digits, after) };
}

/** `1,000` has three digits where thousands have them; `0,125` and `1234,567` can only be decimals. */
const isPerhapsThousands = (whole: string, fraction: string): boolean => /^[1-9]\d{0,2}$/.test(whole) && fraction.length === 3;
const decimalsOf = (value: number): number => (String(value).split('.')[1] ?? '').length;
