import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { readTrialQueries } from '#contract/preview.ts';
import { testQuery } from '#contract/test-query.ts';
import { query, useSettledAnswer } from '#ui/calls/queries.ts';
import { useCollection } from '#ui/collection/collection.ts';
import { ItemCell, shownItemOf } from '#ui/item/item-cell.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { LoadError, RowSkeletons } from '#ui/page/states.tsx';
import { linkTo } from '#ui/state/address.ts';
import { resultsText } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { testerPath } from '#features/analytics/statistics/screen/statistics.panel.tsx';

const shownItems = 3;
const longestQuery = 200;

export function TryQuery() {
  const c = useCollection()?.id;
  const [typed, setTyped] = useState<string>();
  const { data: examples = [] } = useQuery({ ...query(readTrialQueries, { c: c ?? 0 }), enabled: c !== undefined });
  const q = typed ?? examples[0] ?? '';
  const wanted = q.trim();
  return (
    <Panel
      title={t('Try a query as your customer')}
      actions={
        c !== undefined && (
          <Anchor component={Link} {...linkTo(testerPath, { q: wanted, c })} size="sm">
            {t('Open in Query tester')}
          </Anchor>
        )
      }
    >
      <div>
        <TextInput
          aria-label={t('Type a query')}
          placeholder={t('Type a query')}
          leftSection={<Search size={16} aria-hidden />}
          value={q}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
          maxLength={longestQuery}
        />
        <Group gap={6} mt={8}>
          {examples.map((example) => (
            <Button
              key={example}
              size="compact-xs"
              variant={example === wanted ? 'light' : 'default'}
              aria-pressed={example === wanted}
              maw="100%"
              onClick={() => setTyped(example)}
            >
              {example}
            </Button>
          ))}
        </Group>
      </div>
      {wanted !== '' && c !== undefined && <Found q={wanted} c={c} />}
    </Panel>
  );
}

function Found({ q, c }: { readonly q: string; readonly c: number }) {
  const { data, error, isOld, refetch } = useSettledAnswer(testQuery, { q, c });
  if (!data) return error ? <LoadError error={error} retry={() => void refetch()} /> : <RowSkeletons count={shownItems} />;
  return (
    <Stack gap={8} opacity={isOld ? 0.5 : 1} aria-live="polite">
      <Text size="sm" c="dimmed">
        {resultsText(data.data)}
      </Text>
      <Stack component="ul" gap={12} m={0} p={0} style={{ listStyle: 'none' }}>
        {data.data.items.slice(0, shownItems).map((item) => (
          <li key={item.id}>
            <ItemCell item={shownItemOf(item)} isNarrow />
          </li>
        ))}
      </Stack>
    </Stack>
  );
}
