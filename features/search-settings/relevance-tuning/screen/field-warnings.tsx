import { type Translate } from '#ui/text/i18n.ts';
import type { RelevanceField } from '#features/search-settings/relevance-tuning/relevance-tuning.contract.ts';

/** From this share of the heaviest weight on, a field dominates the ranking. */
const tellingShare = 0.5;

export function fieldWarnings(t: Translate, field: RelevanceField, all: readonly RelevanceField[]): string[] {
  const { searchable, is_archived: isArchived, found_count: count, is_long: isLong, weight, boosts, boostable } = field;
  const isSearched = searchable && !isArchived;
  const heaviest = Math.max(...all.filter((one) => one.searchable).map((one) => one.weight));
  const isAlone = all.filter((one) => one.searchable && one.weight > 0).length === 1;
  return [
    ...(isSearched && count === 0 ? [t('Searched, but filled in for 0 items.')] : []),
    ...(isSearched && isLong && !isAlone && weight >= heaviest * tellingShare
      ? [t('Long text with a high weight pushes names down.')]
      : []),
    ...(boosts.length > 0 && !boostable ? [t("Has a boost, but isn't boostable.")] : []),
  ];
}

/** Fields that need a rebuild, as their words are indexed in another way than these settings need. */
export function fieldsToRebuild(fields: readonly RelevanceField[]) {
  const searched = fields.filter(({ searchable, is_archived: isArchived, built }) => searchable && !isArchived && built !== null);
  return {
    added: searched.filter(({ built }) => !built!.searchable),
    otherForms: searched.filter(({ built, stemmer }) => built!.searchable && built!.stemmer !== stemmer),
  };
}
