import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#ui/calls/queries.ts';
import { t } from '#ui/text/i18n.ts';
import { readQueryImpact } from '#features/analytics/impact/impact.contract.ts';
import { ComparedDays, Effects, OtherReleases } from './impact-result.tsx';

interface QueryImpactProps {
  readonly q: string;
  readonly filter: { readonly start?: string | undefined; readonly end?: string | undefined };
}

/** The effect of the newest release in the range that changed the query. */
export function QueryImpact({ q, filter: { start, end } }: QueryImpactProps) {
  const { data } = useQuery(query(readQueryImpact, { q, start, end }));
  if (!data?.impact) return null;
  return (
    <Stack gap={8} mt={16} component="section" aria-label={t('Before and after')}>
      <Text fw={600} component="h3">
        {t('Before and after')}
      </Text>
      <ComparedDays impact={data.impact} />
      <Effects queries={data.impact.queries} hasClicks={data.impact.has_clicks} />
      <OtherReleases numbers={data.impact.other_releases} />
    </Stack>
  );
}
