import type { Cube } from './cubes.ts';

export const numbersPerPart = 512;
/** Frequent names have small numbers: fine parts are smaller up to here. */
const finerUpTo = 512;
const finerPerPart = 32;
const finerParts = finerUpTo / finerPerPart;

/** A pair has the number of its first name times this and that of its second one. Both numbers of names and of pairs stay exact. */
export const pairScale = 2 ** 26;

/** The number of a pair of names. Throws RangeError where there are more names than a pair has place for. */
export function pairNumber(first: number, second: number): number {
  if (second >= pairScale || first >= Number.MAX_SAFE_INTEGER / pairScale) throw new RangeError('Too many names for pairs.');
  return first * pairScale + second;
}

/** Of what has much each day: pairs or visitors. Frequent names have smaller parts, so one reads little beside it. */
export const finePartOf = (number: number): number =>
  number < finerUpTo ? Math.floor(number / finerPerPart) : finerParts + Math.floor((number - finerUpTo) / numbersPerPart);
const firstNameOf = (part: number): number =>
  part < finerParts ? part * finerPerPart : finerUpTo + (part - finerParts) * numbersPerPart;

/** The first number of a part of a cube. */
export const firstOf = ({ pairOf }: Pick<Cube, 'pairOf'>, part: number): number =>
  pairOf === undefined ? part * numbersPerPart : firstNameOf(part) * pairScale;
