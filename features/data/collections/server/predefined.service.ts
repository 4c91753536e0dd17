import { acceptedLanguage } from '#contract/texts/text-language.ts';
import type { PredefinedId } from '#features/data/collections/collections.contract.ts';
import { predefinedCollections } from './predefined.ts';
import type { App } from '#server/app.ts';

export { predefinedFields } from './predefined.ts';

/** What a predefined collection is called in a project of this language; in English where we don't speak it. */
export function predefinedName({ translate }: Pick<App, 'translate'>, id: PredefinedId, language: string): string {
  const { name = id } = predefinedCollections.find((one) => one.id === id) ?? {};
  return translate(acceptedLanguage(language))(name);
}
