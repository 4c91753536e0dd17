import { fold } from '#engine/query/analysis/folding.ts';
import { isCodeField } from '#engine/query/field-names.ts';
import { ofWordsAlone, type Plan } from '#engine/plan.ts';
import type { GenerationAsks, Hit } from '#engine/port.ts';

/** Shorter numbers are sizes, years and amounts. */
const leastCodeLength = 4;
/** Few items share a code; more than so many have no code but a number. */
const maxItemsOfCode = 20;

/** A code as people write it, with or without dashes and spaces. */
const plainCode = (text: string): string => fold(text).replaceAll(/[^\p{L}\p{N}]/gu, '');

function hasCode({ item }: Hit, names: readonly string[], code: string): boolean {
  const values = names.flatMap((name) => item.fields[name] ?? []);
  return values.some((value) => typeof value !== 'object' && plainCode(String(value)) === code);
}

/** They come first, as accessories name the code, too. None for what is no code, or is sorted otherwise. */
export async function idsWithCode(generation: GenerationAsks, plan: Plan, text: string): Promise<string[]> {
  const code = plainCode(text);
  const fields = plan.fields.filter(({ name }) => isCodeField(name));
  const isCode = code.length >= leastCodeLength && /\p{N}/u.test(code);
  if (!isCode || fields.length === 0 || plan.groups.length === 0 || plan.sort.length > 0) return [];
  const asked = { ...ofWordsAlone(plan), filters: plan.filters, fields, minimumMatch: plan.groups.length, boosts: [] };
  const { hits, totalCount } = await generation.search({ ...asked, collapse: false, size: maxItemsOfCode });
  if (totalCount > maxItemsOfCode) return [];
  const names = fields.map(({ name }) => name);
  return hits.filter((hit) => hasCode(hit, names, code)).map(({ id }) => id);
}
