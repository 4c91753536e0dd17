import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { queryPath } from '#features/analytics/statistics/screen/paths.panel.tsx';
import { shortQuery } from '#features/analytics/statistics/screen/columns.panel.tsx';
import type { Statistics } from '#features/analytics/statistics/screen/statistics.panel.tsx';
import type { SearchTrendDetail } from '#features/analytics/search-trends/search-trends.contract.ts';
import classes from './query.module.css';

interface RelatedQueriesProps {
  readonly data: SearchTrendDetail;
  readonly of: Statistics;
}

export function RelatedQueries({ data: { other_forms: forms, searched_next: next }, of }: RelatedQueriesProps) {
  return (
    <div className={classes.related}>
      <Queries title={t('Other forms:')} queries={forms} of={of} />
      <Queries title={t('Searched next:')} queries={next} of={of} />
    </div>
  );
}

interface QueriesProps extends Pick<RelatedQueriesProps, 'of'> {
  readonly title: string;
  readonly queries: SearchTrendDetail['other_forms'];
}

function Queries({ title, queries, of }: QueriesProps) {
  if (queries.length === 0) return null;
  return (
    <Text size="sm" component="div">
      <Text span c="dimmed" size="sm">
        {title}
      </Text>{' '}
      {queries.map(({ query, count }, at) => (
        <span key={query}>
          {at > 0 && ' · '}
          <Anchor component={Link} {...of.to(queryPath, { q: query })} size="sm" title={query}>
            {shortQuery(query)}
          </Anchor>{' '}
          {formats.number(count)}
        </span>
      ))}
    </Text>
  );
}
