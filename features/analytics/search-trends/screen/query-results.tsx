import { Text } from '@mantine/core';
import type { OutputOf } from '#contract/endpoint.ts';
import { ItemCell, shownItemOf } from '#console-kit/item/item-cell.tsx';
import { LoadError, RowSkeletons } from '#console-kit/page/states.tsx';
import { Panel } from '#console-kit/page/panel.tsx';
import { AllowedLink } from '#console-kit/session/allowed-link.tsx';
import { linkTo } from '#console-kit/state/address.ts';
import { formats } from '#console-kit/text/format.ts';
import { t } from '#console-kit/text/i18n.ts';
import { testerPath } from '#features/analytics/statistics/screen/paths.panel.tsx';
import type { readQueryNow } from '#features/analytics/search-trends/query-now.contract.ts';
import type { SearchTrendDetail } from '#features/analytics/search-trends/search-trends.contract.ts';
import classes from './query.module.css';

interface QueryResultsProps {
  readonly q: string;
  readonly collectionId: number | undefined;
  /** Undefined until it is known. */
  readonly answer: OutputOf<typeof readQueryNow> | undefined;
  readonly error: unknown;
  readonly retry: () => void;
  readonly clicks: SearchTrendDetail['clicked_items'] | undefined;
}

export function QueryResults({ q, collectionId: c, answer, error, retry, clicks = [] }: QueryResultsProps) {
  const clicksOf = new Map(clicks.map(({ item_id: id, clicks: count }) => [id, count]));
  const text =
    answer &&
    `${t('{count} results', { count: answer.total_count })} · ${t('{time} ms', { time: formats.number(Math.round(answer.took)) })}`;
  return (
    <Panel title={t('Results now')} {...(text !== undefined && { text })}>
      {!answer && error != null && <LoadError error={error} retry={retry} />}
      {!answer && error == null && c !== undefined && <RowSkeletons count={5} />}
      {answer?.redirect != null && (
        <Text size="sm">
          {t('The shop sends the visitor to {address} instead of showing items.', { address: answer.redirect })}
        </Text>
      )}
      {answer?.items.length === 0 && answer.redirect === null && (
        <Text size="sm" c="dimmed">
          {t('It finds nothing now.')}
        </Text>
      )}
      {answer && answer.items.length > 0 && (
        <ol className={classes.results}>
          {answer.items.map((item, at) => (
            <li key={item.id}>
              <span className={classes.place}>{formats.number(at + 1)}</span>
              <ItemCell item={shownItemOf(item)} isNarrow />
              {clicksOf.has(item.id) && (
                <span className={classes.clicks}>{t('{count} clicks', { count: clicksOf.get(item.id) ?? 0 })}</span>
              )}
            </li>
          ))}
        </ol>
      )}
      {answer && (
        <AllowedLink needs="developer" to={linkTo(testerPath, { q, ...(c !== undefined && { c }) })}>
          {t('All results')}
        </AllowedLink>
      )}
    </Panel>
  );
}
