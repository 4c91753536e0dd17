import { t } from './i18n.ts';

interface Counted {
  readonly value: string | null;
  readonly why?: string | undefined;
  readonly isEstimated: boolean;
}

export function useCounted({ value, why, isEstimated }: Counted): { readonly text: string; readonly title: string | undefined } {
  if (value === null) return { text: '–', title: why ?? t('not tracked') };
  return isEstimated ? { text: `≈ ${value}`, title: t('Estimated, within 2%.') } : { text: value, title: undefined };
}
