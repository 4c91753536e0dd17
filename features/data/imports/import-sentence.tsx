import type { ReactNode } from 'react';
import { type Translate, useText } from '#console-kit/text/i18n.ts';
import { type ImportCounts, type ItemFate, itemFates } from './import-report.contract.ts';

const said: Readonly<Record<ItemFate, (t: Translate, count: number) => string>> = {
  added: (t, count) => t('{count} new items', { count }),
  changed: (t, count) => t('{count} updated', { count }),
  removed: (t, count) => t('{count} removed', { count }),
  unchanged: (t, count) => t('{count} unchanged', { count }),
  bad: (t, count) => t('{count} skipped', { count }),
};

/** What an import does to items, in one line that leaves out what it doesn't: “2 new items, 1 skipped”. */
export function FatesOfItems({ counts }: { readonly counts: ImportCounts }): ReactNode {
  const t = useText();
  return itemFates
    .filter((fate) => counts[fate] > 0)
    .map((fate) => said[fate](t, counts[fate]))
    .join(', ');
}
