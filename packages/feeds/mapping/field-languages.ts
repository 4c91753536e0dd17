import type { FieldSamples } from './field-samples.ts';
import { languageBefore, languageBehind } from './known-names.ts';

/** Codes as feeds write them where they mean the language and say the country. */
const languageOfCountry: Readonly<Record<string, string>> = { ua: 'uk', cz: 'cs', gr: 'el', dk: 'da', se: 'sv' };

/** `name_ua` is `name` in Ukrainian; the language of `name` is null. */
function split({ plain }: FieldSamples): { readonly base: string; readonly language: string | null } {
  const [said] = languageBehind.exec(plain) ?? languageBefore.exec(plain) ?? [];
  if (said === undefined) return { base: plain, language: null };
  const code = said.replace(/^_/, '').slice(0, 2);
  return { base: plain.replace(said, ''), language: languageOfCountry[code] ?? code };
}

/**
 * Of fields that stand for the same, the best first, puts the one of the project's language before the best, where both have the same name but
 * for the language, or where the best one is in another language.
 * @param language ISO 639-1, null where it isn't known.
 */
export function ofLanguageFirst(fields: readonly FieldSamples[], language: string | null): readonly FieldSamples[] {
  const [best] = fields;
  if (best === undefined || language === null) return fields;
  const { base, language: bestLanguage } = split(best);
  if (bestLanguage === language) return fields;
  const inLanguage = fields.filter((field) => split(field).language === language);
  const own = inLanguage.find((field) => split(field).base === base) ?? (bestLanguage === null ? undefined : inLanguage[0]);
  return own === undefined ? fields : [own, ...fields.filter((field) => field !== own)];
}

/** Whether one stands for the other, as an item may have it in one of several languages only. */
export function areSameButForLanguage(one: FieldSamples, other: FieldSamples): boolean {
  return split(one).base === split(other).base;
}
