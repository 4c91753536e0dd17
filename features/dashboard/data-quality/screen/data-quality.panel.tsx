import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, CircleCheck } from 'lucide-react';
import { query } from '#ui/calls/queries.ts';
import { Panel } from '#ui/page/panel.tsx';
import { useAllowed } from '#ui/state/rights.ts';
import { type LinkTarget, linkTo } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { type DataQuality, type LookedAtField, readDataQuality } from '#features/dashboard/data-quality/data-quality.contract.ts';
import classes from './data-quality.module.css';

interface Row {
  readonly key: string;
  readonly text: string;
  readonly to: LinkTarget | null;
}

export function DataQualityPanels() {
  const { data } = useQuery(query(readDataQuality, {}));
  if (data === undefined) return null;
  return (
    <>
      <Quality of={data} />
      <News of={data.news} />
    </>
  );
}

function Quality({ of }: { readonly of: DataQuality }) {
  const rows = useQualityRows(of);
  return (
    <Panel title={t('Data quality')}>
      {rows.length > 0 && <Rows rows={rows} />}
      {rows.length === 0 && of.is_whole && (
        <Text size="sm" className={classes.good}>
          <CircleCheck size={16} aria-hidden />
          {t('Every item has a picture, a price, a link and a category.')}
        </Text>
      )}
      {!of.is_whole && (
        <Text size="sm" c="dimmed">
          {t('Collections that several feeds fill, or whose last import failed, are not counted.')}
        </Text>
      )}
    </Panel>
  );
}

function useQualityRows({ missing, unpublished }: DataQuality): Row[] {
  const [mayOpenItems, mayOpenFeeds] = [useAllowed('developer'), useAllowed('data')];
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
      to: mayOpenItems ? linkTo('/developer/documents', { c, field, without: '1' }) : null,
    })),
    ...unpublished.map(({ feed_id: id, item_count: count }) => ({
      key: `unpublished ${id}`,
      text: t('{count} drafts and hidden products left out', { count }),
      to: mayOpenFeeds ? linkTo('/data/import/edit', { id }) : null,
    })),
  ];
}

function News({ of }: { readonly of: DataQuality['news'] }) {
  const [maySeeFeeds, maySeeReleases] = [useAllowed('data'), useAllowed('search')];
  const { import_count: imports, release_count: releases, added, changed, removed } = of;
  const changes = [
    added > 0 && t('{count} new items', { count: added }),
    changed > 0 && t('{count} changed items', { count: changed }),
    removed > 0 && t('{count} removed items', { count: removed }),
  ].filter((text) => text !== false);
  const ofImports = [t('{count} imports', { count: imports }), ...(changes.length > 0 ? [changes.join(', ')] : [])].join(': ');
  const rows: Row[] = [
    ...(imports > 0 ? [{ key: 'imports', text: ofImports, to: maySeeFeeds ? linkTo('/data/import', {}) : null }] : []),
    ...(releases > 0
      ? [
          {
            key: 'releases',
            text: t('{count} changes of search settings', { count: releases }),
            to: maySeeReleases ? linkTo('/search-settings/releases', {}) : null,
          },
        ]
      : []),
  ];
  return (
    <Panel title={t('In the last 24 hours')}>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('Nothing has changed.')}
        </Text>
      ) : (
        <Rows rows={rows} />
      )}
    </Panel>
  );
}

function Rows({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <ul className={classes.rows}>
      {rows.map(({ key, text, to }) => (
        <li key={key}>
          {to === null ? (
            <span className={classes.row}>{text}</span>
          ) : (
            <Link {...to} className={classes.row}>
              <span>{text}</span>
              <ChevronRight size={16} aria-hidden />
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
