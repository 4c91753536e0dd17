import { pathSeparator } from '#contract/item.ts';
import { fold } from './folding.ts';
import type { FacetRequest } from '#engine/plan.ts';

/** Which values of a field a facet counts; null where it counts all of them. */
export function countedValues({ under, beginning = '' }: FacetRequest): ((value: string) => boolean) | null {
  const parents = under === undefined ? null : [under].flat();
  const begins = wordBeginning(beginning);
  if (parents === null && begins === null) return null;
  return (value) =>
    (parents === null || parents.some((parent) => isDirectlyUnder(value, parent))) && (begins === null || begins(value));
}

/** Whether a path is one level below another, or of the first level where that is ''. */
function isDirectlyUnder(path: string, parent: string): boolean {
  const start = parent === '' ? '' : parent + pathSeparator;
  return path.startsWith(start) && !path.includes(pathSeparator, start.length);
}

const patternSigns = /[\\^$.*+?()[\]{}|/]/g;

/** Whether a word of a value, and what follows it, begins with a text, however either is written; null for no text. */
function wordBeginning(text: string): ((value: string) => boolean) | null {
  const folded = fold(text).trim();
  if (folded === '') return null;
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${folded.replaceAll(patternSigns, '\\$&')}`, 'u');
  return (value) => pattern.test(fold(value));
}
