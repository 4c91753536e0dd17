import { useFormats } from '#console-kit/text/format.ts';
import { msg, useText } from '#console-kit/text/i18n.ts';
import { Figure, Figures } from './import-figures.tsx';
import { type ImportCounts, type ItemFate, itemFates } from './import-report.contract.ts';

const words: Readonly<Record<ItemFate, string>> = {
  added: msg('New'),
  changed: msg('Changed'),
  removed: msg('Removed'),
  unchanged: msg('Unchanged'),
  bad: msg('Left out'),
};

/** How many items have which fate. */
export function ReportFigures({ counts }: { readonly counts: ImportCounts }) {
  const t = useText();
  const { number } = useFormats();
  return (
    <Figures>
      {itemFates.map((fate) => (
        <Figure key={fate} name={t(words[fate])} value={number(counts[fate])} />
      ))}
    </Figures>
  );
}
