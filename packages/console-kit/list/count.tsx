import { useFormats } from '#console-kit/text/format.ts';
import { useText } from '#console-kit/text/i18n.ts';

/** How often something happened; null where nobody counted. */
export function Count({ of }: { readonly of: number | null }) {
  const t = useText();
  const { number } = useFormats();
  return of === null ? <span title={t('not tracked')}>–</span> : number(of);
}
