import { useQuery } from '@tanstack/react-query';
import { query } from '#console-kit/calls/queries.ts';
import { useAllowed } from '#console-kit/session/rights.ts';
import { linkTo } from '#console-kit/state/address.ts';
import { formats } from '#console-kit/text/format.ts';
import { t } from '#console-kit/text/i18n.ts';
import { countOpenQueries } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { withoutResultsPath } from '#features/analytics/statistics/screen/paths.panel.tsx';
import { askEveryMs } from './asking.ts';
import type { ProjectState } from '#features/dashboard/dashboard.contract.ts';
import type { Work } from './work-row.tsx';

/** Queries without results that nobody has fixed or dismissed. They come every day, so they are nothing that broke. */
export function useProblemWork({ is_tracked: isTracked }: Pick<ProjectState, 'is_tracked'>): Work[] {
  const maySee = useAllowed(countOpenQueries.needs) && isTracked;
  const { data } = useQuery({ ...query(countOpenQueries, {}), enabled: maySee, refetchInterval: askEveryMs });
  if (!maySee || !data || data.count === 0) return [];
  const { count, start, end } = data;
  return [
    {
      key: 'problems',
      kind: 'unfound',
      text: t('{count} queries without results to fix', { count }),
      details: formats.days(start, end),
      // Of the days that were counted, whatever the person chose on another screen.
      to: linkTo(withoutResultsPath, { startDate: start, endDate: end, statsLang: 'all', statsResultObject: 'search' }),
    },
  ];
}
