import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ScanSearch } from 'lucide-react';
import { readTrialQueries } from '#contract/preview.ts';
import { query } from '#ui/calls/queries.ts';
import { Panel } from '#ui/page/panel.tsx';
import { AllowedButton } from '#ui/page/allowed-button.tsx';
import { useAllowed } from '#ui/state/rights.ts';
import { linkTo } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { testerPath } from '#features/analytics/statistics/screen/paths.panel.tsx';

interface TrySearchProps {
  readonly collectionId: number;
}

export function TrySearchButton({ collectionId: c }: TrySearchProps) {
  return (
    <AllowedButton needs="developer" to={linkTo(testerPath, { c })} icon={ScanSearch} isPrimary>
      {t('Try a search')}
    </AllowedButton>
  );
}

export function TrySearch({ collectionId: c }: TrySearchProps) {
  const mayTest = useAllowed('developer');
  const { data: queries, isLoading } = useQuery({ ...query(readTrialQueries, { c }), enabled: mayTest });
  if (!isLoading && !queries?.length) return null;
  return (
    <Panel title={t('Try a search')} text={t('Suggested from your product names.')}>
      <Group gap={8} mih={30}>
        {queries?.map((q) => (
          <Button key={q} variant="default" size="xs" component={Link} {...linkTo(testerPath, { q, c })}>
            {q}
          </Button>
        ))}
      </Group>
    </Panel>
  );
}
