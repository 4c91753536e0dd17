import { Skeleton, Text } from '@mantine/core';
import { t } from '#ui/text/i18n.ts';
import type { Proposal } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { fixText } from './fix-words.tsx';

/** The best proposal; null if there is none, undefined while loading. */
export function ProposalCell({ proposal }: { readonly proposal: Proposal | null | undefined }) {
  if (proposal === undefined) return <Skeleton height={12} width={140} aria-hidden />;
  if (proposal === null) return '–';
  const items = proposal.fix.kind === 'curation' ? '' : ` · ${t('{count} items', { count: proposal.total_count })}`;
  return (
    <Text
      component="span"
      inherit
      truncate
      maw={280}
      display="inline-block"
      style={{ verticalAlign: 'bottom' }}
      title={`${fixText(t, proposal.fix)}${items}`}
    >
      {fixText(t, proposal.fix)}
      {items}
    </Text>
  );
}

export { fixNames, fixText } from './fix-words.tsx';
export { useDismissal } from './use-fixing.tsx';
