import { t } from './i18n.ts';

interface Counted {
  /** As it is shown; null where nothing was tracked. */
  readonly value: string | null;
  /** Why there is none, where that isn't that nothing was tracked. */
  readonly why?: string | undefined;
  /** Counted by a sketch, which is off by a little. */
  readonly isEstimated: boolean;
}

export function useCounted({ value, why, isEstimated }: Counted): { readonly text: string; readonly title: string | undefined } {
  if (value === null) return { text: '–', title: why ?? t('not tracked') };
  return isEstimated ? { text: `≈ ${value}`, title: t('Estimated, within 2%.') } : { text: value, title: undefined };
}
