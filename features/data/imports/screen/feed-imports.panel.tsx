import type { ReactNode } from 'react';
import { ImportHistory } from './import-history.tsx';
import { ImportProgress } from './import-progress.panel.tsx';
import { ImportReportDrawer } from './import-report.drawer.tsx';
import { ImportResult } from './import-result.tsx';
import { isUnfinished, type Import } from '#features/data/imports/imports.contract.ts';

interface FeedImportsProps {
  readonly feed: {
    readonly id: number;
    readonly collection_id: number;
    readonly item_count: number;
    readonly last_import: Import | null;
    readonly need_tag_name: boolean;
  };
  readonly answeredAt: number;
  readonly afterFailure: ReactNode;
}

export function FeedImports({ feed, answeredAt, afterFailure }: FeedImportsProps) {
  const { id, item_count: liveCount, last_import: last, need_tag_name: needsTagName } = feed;
  return (
    <>
      {last && isUnfinished(last) && (
        <ImportProgress key={`import ${last.id}`} feedId={id} progress={last} answeredAt={answeredAt} isFirst={liveCount === 0} />
      )}
      {last && !isUnfinished(last) && !needsTagName && <ImportResult feed={feed} last={last} afterFailure={afterFailure} />}
      {last && <ImportHistory key={`history ${id}`} feedId={id} />}
      <ImportReportDrawer feedId={id} />
    </>
  );
}
