import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { GitCompareArrows } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { query } from '#ui/calls/queries.ts';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { Loaded } from '#ui/page/states.tsx';
import { useAllowed } from '#ui/state/session.ts';
import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { readReleaseImpact, readRuleImpact, readQueryImpact } from '#features/analytics/impact/impact.contract.ts';
import { ImpactResult, type Subject, ComparedDays, Effects, OtherReleases } from './impact-result.tsx';

interface ImpactProps {
  readonly of: Subject;
}

export function ImpactPart({ of }: ImpactProps) {
  const [isOpen, setOpen] = useState(false);
  if (!useAllowed('analytics')) return null;
  if (isOpen)
    return (
      <Section>
        <div>
          <Impact of={of} />
        </div>
      </Section>
    );
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      mt={16}
      leftSection={<GitCompareArrows size={16} aria-hidden />}
      onClick={() => setOpen(true)}
    >
      {t('Before and after')}
    </Button>
  );
}

/** Row action for lists without a drawer. */
export function useImpactActions(): (id: number) => readonly RowAction[] {
  const [, change] = useAddress();
  const mayCompare = useAllowed('analytics');
  return (id) =>
    mayCompare ? [{ label: t('Before and after'), icon: GitCompareArrows, run: () => change({ impact: id }) }] : [];
}

/** Its address is `?impact=3`. */
export function RuleImpactDrawer({ source, nameOf }: { readonly source: string; readonly nameOf: (id: number) => string }) {
  const [{ impact: id }, change] = useAddress();
  return (
    <SideDrawer
      isOpen={id !== undefined}
      title={id === undefined ? '' : nameOf(id)}
      onClose={() => change({ impact: undefined })}
    >
      {id !== undefined && <Impact of={{ source, id }} />}
    </SideDrawer>
  );
}

function Impact({ of }: ImpactProps) {
  const asked = 'number' in of ? query(readReleaseImpact, of) : query(readRuleImpact, of);
  return (
    <Loaded query={asked} skeleton={<Skeleton height={120} aria-hidden />}>
      {(impact) => <ImpactResult of={of} impact={impact} />}
    </Loaded>
  );
}

const Section = ({ children }: { readonly children: ReactNode }) => (
  <Stack gap={8} mt={16} component="section" aria-label={t('Before and after')}>
    <Text fw={600} component="h3">
      {t('Before and after')}
    </Text>
    {children}
  </Stack>
);

interface QueryImpactProps {
  readonly q: string;
  readonly filter: { readonly start?: string | undefined; readonly end?: string | undefined };
}

/** The effect of the newest release in the range that changed the query. */
export function QueryImpact({ q, filter: { start, end } }: QueryImpactProps) {
  const { data } = useQuery(query(readQueryImpact, { q, start, end }));
  if (!data?.impact) return null;
  return (
    <Section>
      <ComparedDays impact={data.impact} />
      <Effects queries={data.impact.queries} hasClicks={data.impact.has_clicks} hasPurchases={data.impact.has_purchases} />
      <OtherReleases numbers={data.impact.other_releases} />
    </Section>
  );
}
