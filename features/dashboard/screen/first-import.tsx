import { useQuery } from '@tanstack/react-query';
import { query } from '#console-kit/calls/queries.ts';
import { Panel } from '#console-kit/page/panel.tsx';
import { useAllowed } from '#console-kit/session/rights.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { cancelImport } from '#features/data/imports/imports.contract.ts';
import { RunningImport } from '#features/data/imports/screen/running-import.panel.tsx';
import { type FeedState, readProjectState } from '#features/dashboard/dashboard.contract.ts';

/** Until there is anything to search, how it comes in. */
export function FirstImport({ feed: { id, last_import: progress } }: { readonly feed: FeedState }) {
  const t = useText();
  const mayCancel = useAllowed(cancelImport.needs);
  const { dataUpdatedAt: answeredAt } = useQuery(query(readProjectState, {}));
  if (mayCancel) return <RunningImport feedId={id} progress={progress} answeredAt={answeredAt} isFirst />;
  return (
    <Panel
      title={t('The first import is running')}
      text={t('Once a feed is imported, you can try here what your shop will find.')}
    />
  );
}
