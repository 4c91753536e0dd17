import type { GlossaryName } from '#contract/texts/glossary-names.ts';
import { fail } from './fail.ts';

/** What a store found. Throws `notFound` for what it didn't find. */
export function foundIn<Found>(found: Found | null | undefined, name: GlossaryName): Found {
  if (found === null || found === undefined) throw fail('notFound', { name });
  return found;
}
