import { ImportHistory } from './import-history.tsx';
import { ImportProgress } from './import-progress.tsx';
import { ImportReportDrawer } from './import-report.drawer.tsx';
import { ImportResult } from './import-result.tsx';
import { isUnfinished, type Import } from './imports.contract.ts';

interface FeedImportsProps {
  readonly feed: { readonly id: number; readonly last_import: Import | null; readonly need_tag_name: boolean };
  /** When the server said so, in epoch milliseconds. */
  readonly answeredAt: number;
}

/** How the newest import of a feed goes or went, and how those before it did. */
export function FeedImports({ feed: { id, last_import: last, need_tag_name: needsTagName }, answeredAt }: FeedImportsProps) {
  return (
    <>
      {last && isUnfinished(last) && (
        <ImportProgress key={`import ${last.id}`} feedId={id} progress={last} answeredAt={answeredAt} />
      )}
      {last && !isUnfinished(last) && !needsTagName && <ImportResult feedId={id} last={last} />}
      {last && <ImportHistory key={`history ${id}`} feedId={id} />}
      <ImportReportDrawer feedId={id} />
    </>
  );
}
