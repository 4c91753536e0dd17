import { useCollection } from '#ui/collection/collection.ts';
import { Count } from '#ui/list/count.tsx';
import { AllowedLink } from '#ui/page/allowed-link.tsx';
import { linkTo } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import classes from './search-trends.module.css';
import { testerPath } from '#features/analytics/statistics/screen/paths.panel.tsx';

/** Null for a redirect. */
export function FoundCount({ query: q, count }: { readonly query: string; readonly count: number | null }) {
  const c = useCollection()?.id;
  return (
    <span className={classes.found} data-none={count === 0}>
      <AllowedLink needs="developer" to={linkTo(testerPath, { q, ...(c !== undefined && { c }) })}>
        {count === null ? t('Redirect') : formats.number(count)}
      </AllowedLink>
    </span>
  );
}

interface ClickRateProps {
  /** Null if clicks aren't tracked. */
  readonly clicks: number | null;
  readonly count: number;
}

export function ClickRate({ clicks, count }: ClickRateProps) {
  return clicks === null || count === 0 ? <Count of={null} /> : formats.percent(clicks / count);
}
