import { useQuery } from '@tanstack/react-query';
import { RefreshCw, TriangleAlert } from 'lucide-react';
import { query } from '#ui/calls/queries.ts';
import { NoticeBar } from '#ui/page/notice-bar.tsx';
import { useProject } from '#ui/state/rights.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { type Collection, listCollections } from '#features/data/collections/collections.contract.ts';

const askEveryMs = 2_000;

const isOutdated = ({ health }: Collection): boolean => health === 'outdated';

export function RebuildBar() {
  const isEnabled = useProject() !== null;
  const { data: collections = [] } = useQuery({
    ...query(listCollections, {}),
    enabled: isEnabled,
    refetchInterval: ({ state }) => (state.data?.some(isOutdated) ? askEveryMs : false),
  });
  return collections.filter(isOutdated).map((collection) => <OneRebuild key={collection.id} collection={collection} />);
}

function OneRebuild({ collection: { name, recreation } }: { readonly collection: Collection }) {
  if (recreation?.state === 'failed')
    return (
      <NoticeBar
        icon={TriangleAlert}
        colour="var(--mantine-color-error)"
        text={t(
          'Search in “{name}” could not be rebuilt after an update. Check the free disk space and the server log. The next try follows within 5 minutes.',
          { name },
        )}
      />
    );
  const share = recreation === null || recreation.total_count === 0 ? 0 : recreation.built_count / recreation.total_count;
  return (
    <NoticeBar
      icon={RefreshCw}
      colour="var(--aisle-waiting)"
      text={t('Search in “{name}” is being rebuilt after an update and doesn’t answer until then: {done} done.', {
        name,
        done: formats.percent(Math.min(1, share)),
      })}
    />
  );
}
