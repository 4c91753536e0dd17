import { useQuery } from '@tanstack/react-query';
import { maximumPageSize } from '#contract/page.ts';
import { query } from '#console-kit/queries.ts';
import { useAllowed, useProject } from '#console-kit/rights.ts';
import { listFeeds } from '#features/data/feeds/feeds.contract.ts';
import { useImportWatch } from '#features/data/feeds/import-watch.tsx';

/** Follows the imports that run while the page is loaded, whatever screen it shows. Shows nothing itself. */
export function ImportFollower() {
  const isAllowed = useAllowed('data');
  const project = useProject();
  const { data: feeds } = useQuery({
    ...query(listFeeds, { per_page: maximumPageSize }),
    enabled: isAllowed && project !== null,
  });
  useImportWatch(feeds?.items ?? []);
  return null;
}
