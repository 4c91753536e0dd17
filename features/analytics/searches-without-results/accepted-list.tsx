import { ScrollArea } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '#console-kit/text/i18n.ts';
import type { Proposal } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { fixNames, fixText } from '#features/analytics/fix-problem/screen/proposal-cell.panel.tsx';

interface Accepted {
  readonly query: string;
  readonly proposal: Proposal;
}

const highestPx = 320;

export const acceptedList = (all: readonly Accepted[]): ReactNode => <AcceptedList all={all} />;

function AcceptedList({ all }: { readonly all: readonly Accepted[] }) {
  return (
    <ScrollArea.Autosize mah={highestPx}>
      <ul>
        {all.map(({ query, proposal: { fix, total_count: count } }) => (
          <li key={query}>
            {t(fixNames[fix.kind].name)}: {fix.kind === 'curation' ? query : fix.term} {fixText(t, fix)} ·{' '}
            {t('{count} items', { count })}
          </li>
        ))}
      </ul>
    </ScrollArea.Autosize>
  );
}
