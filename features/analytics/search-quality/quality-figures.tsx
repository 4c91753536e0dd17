import { Figure, Figures } from '#console-kit/statistics/figure.tsx';
import { useFormats } from '#console-kit/text/format.ts';
import { useText } from '#console-kit/text/i18n.ts';
import type { SearchQuality } from './search-quality.contract.ts';

/** The weeks that are compared, side by side. */
export function QualityFigures({ quality: { now, before } }: { readonly quality: SearchQuality }) {
  const t = useText();
  const { number, percent } = useFormats();
  if (now === null || before === null) return null;
  const shown = (value: number | null) => (value === null ? null : percent(value));
  const beside = (value: string | null) => (value === null ? undefined : t('{value} before', { value }));
  const clicked = now.clicked_searches;
  return (
    <Figures>
      <Figure
        label={t('Order of results')}
        value={shown(now.ndcg)}
        why={t('too few to compare')}
        unit={beside(shown(before.ndcg))}
      />
      <Figure label={t('Without results')} value={shown(now.no_result_rate)} unit={beside(shown(before.no_result_rate))} />
      <Figure
        label={t('Searches with a click')}
        value={clicked === null ? null : number(clicked)}
        unit={beside(before.clicked_searches === null ? null : number(before.clicked_searches))}
      />
    </Figures>
  );
}
