import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#ui/calls/queries.ts';
import { Panel } from '#ui/page/panel.tsx';
import { Status } from '#ui/page/status.tsx';
import { useAllowed } from '#ui/state/session.ts';
import { linkTo } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { type DataQuality, type LookedAtField, readDataQuality } from '#features/dashboard/dashboard.contract.ts';
import { type Work, WorkRow } from './to-do.tsx';
import classes from './to-do.module.css';

export function DataQualityPanel() {
  const { data } = useQuery(query(readDataQuality, {}));
  return data && <Quality of={data} />;
}

function Quality({ of }: { readonly of: DataQuality }) {
  const rows = useQualityRows(of);
  return (
    <Panel title={t('Data quality')}>
      {rows.length > 0 && (
        <ul className={classes.rows}>
          {rows.map((work) => (
            <WorkRow key={work.key} work={work} />
          ))}
        </ul>
      )}
      {rows.length === 0 && of.is_whole && (
        <Status kind="live" label={t('Every item has a picture, a price, a link and a category.')} />
      )}
      {!of.is_whole && (
        <Text size="sm" c="dimmed">
          {t('Collections that were never imported are not counted.')}
        </Text>
      )}
    </Panel>
  );
}

function useQualityRows({ missing, unpublished }: DataQuality): Work[] {
  const [mayOpenItems, mayOpenFeeds] = [useAllowed('preview'), useAllowed('data')];
  const lacking: Readonly<Record<LookedAtField, (count: number) => string>> = {
    image: (count) => t('{count} items without a picture', { count }),
    price: (count) => t('{count} items without a price', { count }),
    url: (count) => t('{count} items without a link', { count }),
    category: (count) => t('{count} items without a category', { count }),
  };
  const areSeveral = new Set(missing.map(({ collection_id: id }) => id)).size > 1;
  return [
    ...missing.map(({ collection_id: c, collection, field, item_count: count }) => ({
      key: `${c} ${field}`,
      text: areSeveral ? `${collection}: ${lacking[field](count)}` : lacking[field](count),
      kind: 'lacking' as const,
      to: mayOpenItems ? linkTo('/developer/documents', { c, field, without: '1' }) : undefined,
    })),
    ...unpublished.map(({ feed_id: id, item_count: count }) => ({
      key: `unpublished ${id}`,
      text: t('{count} drafts and hidden products skipped', { count }),
      kind: 'lacking' as const,
      to: mayOpenFeeds ? linkTo('/data/import/edit', { id }) : undefined,
    })),
  ];
}
