import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { OutputOf } from '#contract/endpoint.ts';
import { PlainTable } from '#ui/list/table.tsx';
import { Panel } from '#ui/page/panel.tsx';
import type { LinkTarget } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { useFixAction } from '#features/analytics/fix-problem/screen/fix-problem.panel.tsx';
import { queryPath, trendsPath, withoutResultsPath } from '#features/analytics/statistics/screen/paths.panel.tsx';
import { countColumn, useQueryColumn, usersColumn } from '#features/analytics/statistics/screen/columns.panel.tsx';
import type { Statistics } from '#features/analytics/statistics/screen/statistics.panel.tsx';
import type { readSearchHistory } from '#features/analytics/search-history/search-history.contract.ts';
import classes from './search-history.module.css';

type Queries = OutputOf<typeof readSearchHistory>['top_queries'];

interface Top {
  readonly title: string;
  readonly queries: Queries;
}

interface TopQueriesProps {
  readonly of: Statistics;
  readonly top: Top;
  readonly without: Top;
  readonly hasFix: boolean;
}

export function TopQueries({ of, top, without, hasFix }: TopQueriesProps) {
  return (
    <div className={classes.tops} data-fix={hasFix}>
      <TopList of={of} {...top} all={of.to(trendsPath)} />
      <TopList of={of} {...without} all={of.to(withoutResultsPath)} hasFix={hasFix} />
    </div>
  );
}

interface TopListProps extends Top {
  readonly of: Statistics;
  readonly all: LinkTarget;
  readonly hasFix?: boolean;
}

function TopList({ of, title, queries, all, hasFix = false }: TopListProps) {
  const fix = useFixAction();
  const endedColumn = {
    name: 'ended',
    title: t('Ended in a search'),
    cell: ({ ended_in_search: ended }: Queries[number]) => (ended === null ? '–' : formats.percent(ended)),
    isNumber: true,
  };
  const queryColumn = useQueryColumn<Queries[number]>(false);
  return (
    <Panel
      title={title}
      actions={
        queries.length > 0 && (
          <Anchor component={Link} {...all} size="sm" aria-label={t('All: {title}', { title })}>
            {t('All')}
          </Anchor>
        )
      }
    >
      {queries.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('Every search found something.')}
        </Text>
      ) : (
        <div className={classes.list}>
          <PlainTable
            label={title}
            rows={queries}
            columns={[
              queryColumn,
              countColumn('count', t('Searches')),
              usersColumn(),
              ...(queries.some(({ ended_in_search: ended }) => ended !== null) ? [endedColumn] : []),
            ]}
            keyOf={({ query }) => query}
            opens={({ query: q }) => of.to(queryPath, { q })}
            {...(hasFix && { actions: ({ query }: Queries[number]) => fix(query) })}
          />
        </div>
      )}
    </Panel>
  );
}
