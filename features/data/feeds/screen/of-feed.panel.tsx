import { Button } from '@mantine/core';
import { Link, Navigate } from '@tanstack/react-router';
import { ArrowLeft, FileX, Waypoints } from 'lucide-react';
import type { ReactNode } from 'react';
import { Empty } from '#ui/page/states.tsx';
import { useAddress, linkTo } from '#ui/state/address.ts';
import { type Translate, t, msg } from '#ui/text/i18n.ts';
import type { Feed } from '#features/data/feeds/feeds.contract.ts';
import { isSample } from '#features/data/feed-settings/feed.contract.ts';
import { isUnfinished } from '#features/data/imports/imports.contract.ts';

/** Without an id in the address it leads to the list of feeds. */
export function OfFeed({ children }: { readonly children: (id: number) => ReactNode }) {
  const [{ id }] = useAddress<'/data/import/edit'>();
  if (id === undefined) return <Navigate to="/data/import" replace />;
  return children(id);
}

export const feedParent = (feed: Pick<Feed, 'name'> | undefined, id: number, t: Translate) => ({
  title: feed?.name ?? t('Feed'),
  link: linkTo('/data/import/edit', { id }),
});

export const FeedGone = () => (
  <Empty
    icon={FileX}
    title={t('This project has no such feed.')}
    text={t('Somebody may have deleted it.')}
    action={
      <Button component={Link} {...linkTo('/data/import')}>
        {t('Show all feeds')}
      </Button>
    }
  />
);

export function BackToFeed({ id }: { readonly id: number }) {
  return (
    <Button
      variant="default"
      component={Link}
      {...linkTo('/data/import/edit', { id })}
      leftSection={<ArrowLeft size={16} aria-hidden />}
    >
      {t('Back to the feed')}
    </Button>
  );
}

export function MappingButton({ id }: { readonly id: number }) {
  return (
    <Button
      variant="default"
      component={Link}
      {...linkTo('/data/import/mapping', { id })}
      leftSection={<Waypoints size={16} aria-hidden />}
    >
      {t('Mapping')}
    </Button>
  );
}

export const sources: Readonly<Record<string, string>> = {
  google: 'Google Merchant',
  heureka: 'Heureka',
  shoptet: 'Shoptet',
  aisle: msg('Aisle feed'),
  custom: msg('Custom feed'),
  sample: msg('Sample shop'),
};

export const sourceName = (feed: Feed): string => sources[isSample(feed) ? 'sample' : feed.source] ?? '';

export function useReloadBlock(): (feed: Feed) => string | undefined {
  return ({ need_tag_name: needsTagName, last_import: last }) => {
    if (isUnfinished(last)) return t('An import of this feed is already running.');
    return needsTagName ? t('Open the feed and choose its item element first.') : undefined;
  };
}
