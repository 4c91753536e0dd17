const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const bytesPerUnit = 1000;

/** `tag` is a BCP 47 tag. */
export function byteSize(tag: string, bytes: number): string {
  const exponent = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(bytesPerUnit)), units.length - 1);
  const unit = units[exponent] ?? 'byte';
  // `139 byte` is the short form.
  const unitDisplay = exponent === 0 ? 'long' : 'short';
  const options = { style: 'unit', unit, unitDisplay, maximumFractionDigits: exponent > 1 ? 1 : 0 } as const;
  return unitText(tag, bytes / bytesPerUnit ** exponent, options);
}

/** Intl uses a breaking space before units. */
export const unitText = (tag: string, value: number, options: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(tag, options).format(value).replaceAll(' ', '\u00A0');
