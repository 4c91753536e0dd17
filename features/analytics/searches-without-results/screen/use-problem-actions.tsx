import { useQueryClient } from '@tanstack/react-query';
import { CheckCheck, RotateCcw, X } from 'lucide-react';
import { useRef } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { call } from '#ui/calls/api.ts';
import { refreshEverything, useAction } from '#ui/calls/queries.ts';
import { useCollection } from '#ui/collection/collection.ts';
import { confirm } from '#ui/dialog/confirm.tsx';
import { orToast, toast } from '#ui/calls/toast.ts';
import type { AnsweredList } from '#ui/list/list.ts';
import type { RowAction } from '#ui/list/row-actions.tsx';
import type { Selection } from '#ui/list/selection.ts';
import { useRefusal } from '#ui/text/refusal.ts';
import { t } from '#ui/text/i18n.ts';
import { maximumPageSize } from '#contract/page.ts';
import {
  acceptFixes,
  type Proposal,
  proposeFixes,
  type QueryState,
  reopenQueries,
} from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { useFixAction } from '#features/analytics/fix-problem/screen/fix-problem.panel.tsx';
import { fixNames, fixText, parts, useDismissal, useTellFixed } from '#features/analytics/fix-problem/screen/fixes.panel.tsx';
import { isMasked } from '#features/front-api/searched-terms/masked-queries.contract.ts';
import type { Statistics } from '#features/analytics/statistics/screen/statistics.panel.tsx';
import {
  listSearchesWithoutResults,
  type SearchWithoutResults,
} from '#features/analytics/searches-without-results/searches-without-results.contract.ts';

const numbers = new Map<string, number>();

/** Lists select rows by number. */
export function queryId(query: string): number {
  const number = numbers.get(query) ?? numbers.size + 1;
  numbers.set(query, number);
  return number;
}

interface Accepted {
  readonly row: SearchWithoutResults;
  readonly proposal: Proposal;
}

const highestPx = 320;

function AcceptedList({ all }: { readonly all: readonly Accepted[] }) {
  return (
    <div style={{ maxHeight: highestPx, overflow: 'auto' }}>
      <ul>
        {all.map(({ row: { query }, proposal: { fix, total_count: count } }) => (
          <li key={query}>
            {t(fixNames[fix.kind].name)}: {fix.kind === 'curation' ? query : fix.term} {fixText(t, fix)} ·{' '}
            {t('{count} items', { count })}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ProblemActions {
  readonly state: QueryState;
  readonly best: OutputOf<typeof proposeFixes> | undefined;
  readonly of: Statistics;
  readonly list: AnsweredList<typeof listSearchesWithoutResults>;
  readonly selection: Selection;
}

const mostChosen = 10 * maximumPageSize;

const seenOf = ({ query, changed_at: seen }: SearchWithoutResults) => ({ query, seen });

export function useProblemActions({ state, best, of: { filter }, list, selection }: ProblemActions) {
  const client = useQueryClient();
  const refusal = useRefusal('search');
  const c = useCollection()?.id;
  const fix = useFixAction();
  const dismissal = useDismissal();
  const tellFixed = useTellFixed();
  const underWay = useRef(new Set<string>()).current;
  const { mutate: reopen } = useAction(reopenQueries, { refreshes: 'everything', done: t('Reopened.') });
  const dismiss = (rowsOf: () => Promise<readonly SearchWithoutResults[]>) =>
    orToast(async () => {
      for (const some of parts(await rowsOf())) await dismissal(some.map(seenOf));
      selection.clear();
    });

  const accept = () =>
    orToast(async () => {
      if (c === undefined) return;
      const rows = await chosenRows();
      const proposed: Accepted[] = [];
      for (const some of parts(rows)) {
        const best = await call(proposeFixes, { c, queries: some.map(({ query }) => query) });
        best.forEach(({ proposal }, at) => proposal && proposed.push({ row: some[at]!, proposal }));
      }
      if (proposed.length === 0) return toast({ text: t('None of them has a proposal.') });
      const isAgreed = await confirm({
        title: t('Accept {count} proposals?', { count: proposed.length }),
        text: <AcceptedList all={proposed} />,
        confirmLabel: t('Accept'),
        isWide: true,
      });
      if (!isAgreed) return;
      await acceptAll(proposed);
      selection.clear();
    });

  const acceptAll = async (proposed: readonly Accepted[]) => {
    if (c === undefined) return;
    const fixed = [];
    let others = 0;
    for (const some of parts(proposed)) {
      const fixes = some.map(({ row, proposal }) => ({ ...seenOf(row), fix: proposal.fix }));
      const done = await call(acceptFixes, { c, fixes });
      fixed.push(...done.fixed);
      others += done.changed.length + done.refused.length;
    }
    tellFixed(fixed);
    if (others > 0)
      toast({
        text: t('{count} weren’t changed: somebody else changed them, or has such a rule.', {
          count: others,
        }),
        kind: 'failure',
      });
    await refreshEverything(client);
  };

  /** The best proposal as a rule. */
  const oneClick = (row: SearchWithoutResults): RowAction[] => {
    const proposal = best?.find(({ query }) => query === row.query)?.proposal;
    if (!proposal || proposal.fix.kind === 'curation' || isMasked(row.query)) return [];
    const run = () =>
      void orToast(async () => {
        if (underWay.has(row.query)) return;
        underWay.add(row.query);
        await acceptAll([{ row, proposal }]).finally(() => underWay.delete(row.query));
      });
    return [{ label: t(fixNames[proposal.fix.kind].add), icon: CheckCheck, isWorded: true, run, disabledReason: refusal }];
  };

  const allRows = async (): Promise<SearchWithoutResults[]> => {
    const rows: SearchWithoutResults[] = [];
    for (let page = 1, pages = 1; page <= pages && rows.length < mostChosen; page += 1) {
      const asked = { ...filter, state, search: list.search, page, per_page: maximumPageSize };
      const { items, total_pages: all } = await call(listSearchesWithoutResults, asked);
      rows.push(...items);
      pages = all;
    }
    return rows;
  };
  const chosenRows = async (): Promise<readonly SearchWithoutResults[]> => {
    const among = (rows: readonly SearchWithoutResults[]) => rows.filter(({ query }) => selection.ids.has(queryId(query)));
    const shown = among(list.rows ?? []);
    return shown.length === selection.ids.size ? shown : among(await allRows());
  };
  const chooseAll = () => orToast(async () => selection.chooseAll((await allRows()).map(({ query }) => queryId(query))));

  const actionsOf = (row: SearchWithoutResults): RowAction[] => {
    if (state === 'dismissed') return [{ label: t('Reopen'), icon: RotateCcw, run: () => reopen({ queries: [row.query] }) }];
    if (state === 'fixed') return [];
    const rule = oneClick(row);
    return [
      ...rule,
      // Nothing under the pointer changes its meaning once proposals are known.
      ...fix(row.query).map((action) => ({ ...action, isWorded: best !== undefined && rule.length === 0 })),
      { label: t('Dismiss query'), icon: X, run: () => void dismiss(() => Promise.resolve([row])), shortcut: 'Delete' },
    ];
  };
  const bulk: readonly RowAction[] = [
    {
      label: t('Accept'),
      icon: CheckCheck,
      run: () => void accept(),
      disabledReason: refusal,
    },
    { label: t('Dismiss query'), icon: X, run: () => void dismiss(chosenRows) },
  ];
  return { actionsOf, bulk, chooseAll };
}
