import * as z from 'zod/mini';
import type { ErrorCode, ErrorParameters } from '#contract/errors.ts';
import { isWebAddress } from '#contract/fields.ts';

/** A check with its sentence, for `z.string().check(digits())` and the like. */
const rule = <Value>(code: ErrorCode, isRight: (value: Value) => boolean, params: ErrorParameters = {}) =>
  z.refine<Value>(isRight, { error: code, params });

/** Numbers: both bounds are possible in `between`, neither in the other two. */
export const between = (min: number, max: number) => rule<number>('notBetween', (it) => it >= min && it <= max, { min, max });
export const greaterThan = (min: number) => rule<number>('notAbove', (it) => it > min, { min });
export const lessThan = (max: number) => rule<number>('notBelow', (it) => it < max, { max });
export const integer = () => rule<number>('notInteger', Number.isSafeInteger);

/** Texts that are numbers: any that is finite, written with a point; or digits alone. */
export const numeric = () => rule<string>('notNumeric', (text) => text.trim() !== '' && Number.isFinite(Number(text)));
export const digits = () => rule<string>('notDigits', (text) => /^\d+$/.test(text));

export const email = () => rule<string>('notEmail', (text) => z.email().safeParse(text).success);
export const uri = () => rule<string>('onlyWebAddress', isWebAddress);
export const ip = () => rule<string>('notIp', (text) => z.union([z.ipv4(), z.ipv6()]).safeParse(text).success);
/** 12 to 19 digits in groups, with the check digit of ISO/IEC 7812. */
export const creditCard = () => rule<string>('notCreditCard', (text) => isCardNumber(text.replaceAll(/[ -]/g, '')));
/** A day that there is, as `2026-11-23`. */
export const date = () => rule<string>('notDate', (text) => z.iso.date().safeParse(text).success);

/** In characters. */
export const stringLength = (min: number, max: number) =>
  rule<string>('lengthNotBetween', ({ length }) => length >= min && length <= max, { min, max });
export const lowerCase = () => rule<string>('notLowerCase', (text) => text === text.toLowerCase());
export const upperCase = () => rule<string>('notUpperCase', (text) => text === text.toUpperCase());
export const matching = (pattern: RegExp, code: ErrorCode = 'fieldNotValid') =>
  rule<string>(code, (text) => new RegExp(pattern.source, pattern.flags.replaceAll(/[gy]/g, '')).test(text));
export const notEmpty = () =>
  rule<string | readonly unknown[]>('requiredField', (it) => (typeof it === 'string' ? it.trim() : it).length > 0);

export const choiceCount = (min: number, max: number) =>
  rule<readonly unknown[]>('choicesNotBetween', ({ length }) => length >= min && length <= max, { min, max });

type ChosenFile = Pick<File, 'name' | 'type' | 'size'>;
export const fileExtension = (extensions: readonly string[], code: ErrorCode = 'wrongFile') =>
  rule<ChosenFile>(code, ({ name }) => extensions.some((one) => name.toLowerCase().endsWith(`.${one}`)), {
    types: extensions.join(', '),
  });
export const fileType = (types: readonly string[], code: ErrorCode = 'wrongFile') =>
  rule<ChosenFile>(code, ({ type }) => types.includes(type), { types: types.join(', ') });
export const fileSize = (maximumBytes: number, code: ErrorCode = 'fileTooLarge') =>
  rule<ChosenFile>(code, ({ size }) => size <= maximumBytes, { limit: `${Math.floor(maximumBytes / 1_000_000)} MB` });

function isCardNumber(text: string): boolean {
  if (!/^\d{12,19}$/.test(text)) return false;
  const sum = Array.from(text)
    .toReversed()
    .reduce((total, digit, at) => total + doubled(Number(digit), at % 2 === 1), 0);
  return sum % 10 === 0;
}

const doubled = (digit: number, isDoubled: boolean): number => {
  const value = isDoubled ? digit * 2 : digit;
  return value > 9 ? value - 9 : value;
};

type Fields<Name extends string> = Readonly<Record<Name, unknown>>;
/** Cross-field check. Reports on the second field, even if other fields fail. */
export const identical = <Name extends string>(first: Name, second: Name, error: ErrorCode = 'notIdentical') =>
  z.refine<Fields<Name>>((fields) => fields[first] === fields[second], { error, path: [second], when: () => true });
export const different = <Name extends string>(first: Name, second: Name, error: ErrorCode = 'notDifferent') =>
  z.refine<Fields<Name>>((fields) => fields[first] !== fields[second], { error, path: [second], when: () => true });
