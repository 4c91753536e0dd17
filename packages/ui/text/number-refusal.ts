import { useLanguage, t } from './i18n.ts';
import { languageTag, type Language } from './language.ts';
import { readNumber, type TypedNumber } from '#contract/values/typed-number.ts';

export const decimalMark = (language: Language): string =>
  new Intl.NumberFormat(languageTag(language)).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';

interface NumberBounds {
  readonly decimals: number;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly range?: string | undefined;
}

interface ReadNumber {
  readonly number?: number;
  readonly refusal: string | null;
}

export function useNumberRefusal({ decimals, min, max, range }: NumberBounds): (text: string) => ReadNumber {
  const mark = decimalMark(useLanguage());
  const plain = (number: number) => String(number).replace('.', mark);
  const sentence = (refused: Exclude<TypedNumber, { readonly number: number }>): string => {
    switch (refused.refusal) {
      case 'ambiguous': {
        const [one = '', other] = refused.readings.map(plain);
        return other === undefined
          ? t('Write it without a separator: {number}.', { number: one })
          : t('This can mean {one} or {other}. Write one of them.', { one, other });
      }
      case 'tooManyDecimals':
        return decimals === 0 ? t('Enter a whole number.') : t('At most {count} decimals.', { count: decimals });
      case 'tooLong':
        return t('This number has too many digits.');
      case 'notNumber':
        return t('This is not a number.');
    }
  };
  const possible = (): string | null => {
    if (range !== undefined) return range;
    if (min !== undefined && max !== undefined) return t('Enter a number between {min} and {max}.', { min, max });
    if (max !== undefined) return t('At most {number}.', { number: max });
    return min === undefined ? null : t('At least {number}.', { number: min });
  };
  /** `1e9` is out of range in most fields. */
  const unread = (refused: Exclude<TypedNumber, { readonly number: number }>): string => {
    const isUnread = refused.refusal === 'notNumber' || refused.refusal === 'tooLong';
    return [sentence(refused), isUnread ? possible() : null].filter((one) => one !== null).join(' ');
  };
  return (text) => {
    const read = readNumber(text, { mark, decimals });
    if (!('number' in read)) return { refusal: unread(read) };
    const isOutside = read.number < (min ?? -Infinity) || read.number > (max ?? Infinity);
    return { number: read.number, refusal: isOutside ? possible() : null };
  };
}
