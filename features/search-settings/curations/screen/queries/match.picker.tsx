import { t } from '#ui/text/i18n.ts';
import type { CurationQuery } from '#features/search-settings/curations/curations.contract.ts';

export function useMatchOptions() {
  return [
    { value: 'is', label: t('is') },
    { value: 'contains', label: t('contains') },
  ] satisfies { value: CurationQuery['match']; label: string }[];
}
