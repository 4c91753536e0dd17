import type { Feed } from '#features/data/feeds/feeds.contract.ts';
import { ImportHistory } from './import-history.tsx';
import { ImportProgress } from './import-progress.tsx';
import { ImportReportDrawer } from './import-report.drawer.tsx';
import { ImportResult } from './import-result.tsx';
import { isUnfinished } from './imports.contract.ts';

interface FeedImportsProps {
  readonly feed: Pick<Feed, 'id' | 'last_import' | 'need_tag_name'>;
}

/** How the newest import of a feed goes or went, and how those before it did. */
export function FeedImports({ feed: { id, last_import: last, need_tag_name: needsTagName } }: FeedImportsProps) {
  return (
    <>
      {last && isUnfinished(last) && <ImportProgress key={`import ${last.id}`} feedId={id} progress={last} />}
      {last && !isUnfinished(last) && !needsTagName && <ImportResult feedId={id} last={last} />}
      {last && <ImportHistory key={`history ${id}`} feedId={id} />}
      <ImportReportDrawer feedId={id} />
    </>
  );
}
