export type TypedNumber =
  | { readonly number: number }
  | { readonly refusal: 'notNumber' | 'tooLong' | 'tooManyDecimals' }
  | { readonly refusal: 'ambiguous'; readonly readings: readonly number[] };

interface NumberReading {
  readonly mark: string;
  readonly decimals: number;
}

/** Beyond the precision of numbers. */
const mostDigits = 15;

const plain = /^(\d*)(?:([.,])(\d*))?$/;
const grouped = [
  /^(\d{1,3}(?:[ \u00A0\u202F]\d{3})+)(?:[.,](\d*))?$/,
  /^(\d{1,3}(?:,\d{3})+)(?:\.(\d*))?$/,
  /^(\d{1,3}(?:\.\d{3})+)(?:,(\d*))?$/,
];

/** Accepts points and commas of any language; ambiguous numbers are refused. */
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

/** `1,000` is ambiguous; `0,125` and `1234,567` can only be decimals. */
const isPerhapsThousands = (whole: string, fraction: string): boolean => /^[1-9]\d{0,2}$/.test(whole) && fraction.length === 3;
const decimalsOf = (value: number): number => (String(value).split('.')[1] ?? '').length;

const manyDigits = /\d{16}/;
const whole = /(?<![\w.+-])-?\d{16,}(?![\w.])/g;
const exact = (digits: string): string => (String(Number(digits)) === digits ? digits : `"${digits}"`);

/** Turns integers beyond the precision of numbers into text, such as 1683885693914773462. */
export function wholeNumbers(json: string): string {
  if (!manyDigits.test(json)) return json;
  let written = '';
  for (let from = 0; from < json.length;) {
    const open = json.indexOf('"', from);
    const end = open === -1 ? json.length : open;
    written += json.slice(from, end).replaceAll(whole, exact);
    const close = open === -1 ? -1 : closingQuote(json, open + 1);
    from = close === -1 ? json.length : close + 1;
    written += json.slice(end, from);
  }
  return written;
}

export function closingQuote(json: string, from: number): number {
  for (let index = json.indexOf('"', from); index !== -1; index = json.indexOf('"', index + 1)) {
    if (backslashesBefore(json, index, from) % 2 === 0) return index;
  }
  return -1;
}

export function backslashesBefore(json: string, end: number, from: number): number {
  let start = end;
  while (start > from && json[start - 1] === '\\') start -= 1;
  return end - start;
}
