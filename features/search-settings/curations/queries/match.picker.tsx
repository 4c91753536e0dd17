import { useText } from '#console-kit/text/i18n.ts';
import type { CurationQuery } from '#features/search-settings/curations/curations.contract.ts';

/** How a query is compared with what visitors search. */
export function useMatchWords(): Readonly<Record<CurationQuery['match'], string>> {
  const t = useText();
  return { is: t('is'), contains: t('contains') };
}
