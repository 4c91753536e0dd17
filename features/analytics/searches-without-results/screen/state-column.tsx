import { useQuery } from '@tanstack/react-query';
import { query as asked } from '#ui/calls/queries.ts';
import { useCollection } from '#ui/collection/collection.ts';
import type { Column } from '#ui/list/table.tsx';
import { Status } from '#ui/page/status.tsx';
import { AllowedLink } from '#ui/page/allowed-link.tsx';
import { linkTo } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { countFound, proposeFixes, type QueryState, sourceOf } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { fixNames, ProposalCell } from '#features/analytics/fix-problem/screen/proposal-cell.panel.tsx';
import type { SearchWithoutResults } from '#features/analytics/searches-without-results/searches-without-results.contract.ts';

export function useStateColumn(state: QueryState, rows: readonly SearchWithoutResults[]): Column<SearchWithoutResults> {
  const c = useCollection()?.id ?? 0;
  const queries = rows.map(({ query }) => query);
  const isAsked = c > 0 && queries.length > 0;
  const { data: best } = useQuery({ ...asked(proposeFixes, { c, queries }), enabled: isAsked && state === 'open' });
  const { data: found } = useQuery({ ...asked(countFound, { c, queries }), enabled: isAsked && state === 'fixed' });
  if (state === 'open')
    return {
      name: 'proposal',
      title: t('Proposal'),
      cell: ({ query }) => <ProposalCell proposal={best?.find((one) => one.query === query)?.proposal} />,
      width: 280,
      isTitledOnCard: true,
    };
  return {
    name: 'state',
    title: t('State'),
    cell: (row) =>
      state === 'dismissed' ? (
        <Status kind="off" label={t('Dismissed')} />
      ) : (
        <FixedState row={row} found={found?.find((one) => one.query === row.query)} />
      ),
    width: 320,
  };
}

interface FixedStateProps {
  readonly row: SearchWithoutResults;
  readonly found: { readonly total_count: number; readonly is_redirected: boolean } | undefined;
}

function FixedState({ row: { rule }, found }: FixedStateProps) {
  const count = found?.total_count;
  if (rule === null) return count === undefined ? '…' : t('Found now: {count} items', { count });
  const kind = Object.entries(sourceOf).find(([, source]) => source === rule.source)?.[0] as keyof typeof fixNames | undefined;
  const finds = count === undefined ? t('Fixed') : t('Fixed · finds {count} now', { count });
  const label = found?.is_redirected === true ? t('Fixed · visitors are sent on') : finds;
  const address = kind === 'curation' ? { id: rule.id } : { edit: rule.id };
  return (
    <>
      <Status kind="live" label={label} />{' '}
      {kind && (
        <AllowedLink needs="search" to={linkTo(fixNames[kind].path, address)}>
          {t(fixNames[kind].name)}
        </AllowedLink>
      )}
    </>
  );
}
