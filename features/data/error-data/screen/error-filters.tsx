import { Alert, Button, NativeSelect, SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Lightbulb } from 'lucide-react';
import { useAddress, linkTo } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { problemReasons } from '#features/data/imports/import-problems.contract.ts';
import { query } from '#ui/calls/queries.ts';
import { countErrorData } from '#features/data/error-data/error-data.contract.ts';
import { problemAdvice } from './problem-advice.tsx';

export interface ErrorFilters {
  readonly severity: '' | 'error' | 'warning';
  readonly reason: string;
}

export function useErrorFilters(): ErrorFilters & { readonly set: (filters: Partial<ErrorFilters>) => void } {
  const [address, change] = useAddress();
  const { severity, reason = '' } = address;
  return {
    severity: severity === 'error' || severity === 'warning' ? severity : '',
    reason,
    set: (filters) => change({ ...filters, page: undefined }),
  };
}

export function ErrorFilterInputs({ id }: { readonly id: number }) {
  const { severity, reason, set } = useErrorFilters();
  const { data: counts = [] } = useQuery(query(countErrorData, { id }));
  const sum = (wanted: string) =>
    formats.number(
      counts.filter((each) => wanted === '' || each.severity === wanted).reduce((total, { count }) => total + count, 0),
    );
  const listed = counts.filter((each) => severity === '' || each.severity === severity);
  return (
    <>
      <SegmentedControl
        size="xs"
        w={{ base: '100%', sm: 'auto' }}
        aria-label={t('What happened')}
        value={severity}
        onChange={(next) => set({ severity: next as ErrorFilters['severity'], reason: '' })}
        data={[
          { value: '', label: `${t('All')} (${sum('')})` },
          { value: 'error', label: `${t('Skipped')} (${sum('error')})` },
          { value: 'warning', label: `${t('To check')} (${sum('warning')})` },
        ]}
      />
      <NativeSelect
        aria-label={t('Reason')}
        value={reason}
        onChange={(event) => set({ reason: event.currentTarget.value })}
        w={{ base: '100%', sm: 300 }}
        data={[
          { value: '', label: t('All reasons') },
          ...listed.map((each) => ({
            value: each.reason,
            label: `${t(problemReasons[each.reason] ?? each.reason)} (${formats.number(each.count)})`,
          })),
        ]}
      />
    </>
  );
}

export function ErrorAdvice({ id }: { readonly id: number }) {
  const { reason } = useErrorFilters();
  const { data: counts = [] } = useQuery(query(countErrorData, { id }));
  const shown = reason || (counts.length === 1 ? (counts[0]?.reason ?? '') : '');
  const advice = problemAdvice[shown];
  if (advice === undefined) return null;
  return (
    <Alert variant="light" icon={<Lightbulb size={18} aria-hidden />} title={t('What to do')} mb={12}>
      <Text size="sm" c="var(--mantine-color-text)">
        {t(advice)}
      </Text>
      <Button mt={8} size="xs" variant="default" component={Link} {...linkTo('/data/import/mapping', { id })}>
        {t('Open the mapping')}
      </Button>
    </Alert>
  );
}
