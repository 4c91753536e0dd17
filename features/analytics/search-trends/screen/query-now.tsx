import { useQuery } from '@tanstack/react-query';
import { followingQuery } from '#console-kit/calls/queries.ts';
import { useCollection } from '#console-kit/collection/collection.ts';
import { FixitsOfQuery } from '#features/search-settings/fixit/screen/fixits-of-query.panel.tsx';
import { QueryResults } from './query-results.tsx';
import { QueryRules } from './query-rules.tsx';
import { readQueryNow } from '#features/analytics/search-trends/query-now.contract.ts';
import type { SearchTrendDetail } from '#features/analytics/search-trends/search-trends.contract.ts';
import classes from './query.module.css';

interface QueryNowProps {
  readonly q: string;
  readonly clicks: SearchTrendDetail['clicked_items'] | undefined;
}

const replacing = 'fixits';

export function QueryNow({ q, clicks }: QueryNowProps) {
  const c = useCollection()?.id;
  const { data, error, refetch } = useQuery({ ...followingQuery(readQueryNow, { q, c: c ?? 0 }), enabled: c !== undefined });
  const acting = data?.rules.find(({ source }) => source === replacing)?.id;
  return (
    <div className={classes.now}>
      <div className={classes.rules}>
        <FixitsOfQuery query={q} actingId={acting} refreshes={[readQueryNow]} />
        <QueryRules collectionId={c} rules={data?.rules.filter(({ source }) => source !== replacing)} />
      </div>
      <QueryResults q={q} collectionId={c} answer={data} error={error} retry={() => void refetch()} clicks={clicks} />
    </div>
  );
}
