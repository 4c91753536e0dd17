import { Button, Group, Skeleton, Stack, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { RefreshCw, ScanSearch, Settings2, ArrowRight, Waypoints } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { Loaded } from '#ui/page/states.tsx';
import { Page } from '#ui/page/page.tsx';
import { query, useAction, useCall } from '#ui/calls/queries.ts';
import { SchedulePanel } from '#features/data/schedules/screen/schedule.panel.tsx';
import { FeedImports } from '#features/data/imports/screen/feed-imports.panel.tsx';
import { type Feed, listFeeds, readFeed, reloadFeed, updateFeed } from '#features/data/feeds/feeds.contract.ts';
import { listImports } from '#features/data/imports/imports.contract.ts';
import { OfFeed, useReloadBlock, sourceName } from './of-feed.panel.tsx';
import { TagNameChoice } from './tag-candidates.picker.tsx';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { FeedForm, inputOf } from './feed-form.tsx';
import { languages } from '#contract/texts/languages.ts';
import { Panel } from '#ui/page/panel.tsx';
import classes from './feed.module.css';
import { readTrialQueries } from '#contract/preview.ts';
import { AllowedButton } from '#ui/page/allowed-button.tsx';
import { useAllowed } from '#ui/state/session.ts';
import { testerPath } from '#features/analytics/statistics/screen/columns.panel.tsx';

const shownAtFirst = 12;
const shownAtMost = 200;

function FieldMappings({ feed }: { readonly feed: Feed }) {
  const [isWhole, setIsWhole] = useState(false);
  const all = Object.entries(feed.mapping);
  if (all.length === 0) return null;
  const shown = all.slice(0, isWhole ? shownAtMost : shownAtFirst);
  const left = all.length - shown.length;
  return (
    <Panel
      title={t('Fields')}
      text={t('Left: name in the feed. Right: field of your items.')}
      actions={
        <Button
          variant="default"
          size="xs"
          component={Link}
          {...linkTo('/data/import/mapping', { id: feed.id })}
          leftSection={<Waypoints size={14} aria-hidden />}
        >
          {t('Edit mapping')}
        </Button>
      }
    >
      <ul className={classes.mapping}>
        {shown.map(([from, to]) => (
          <li key={from}>
            <span className={classes.from}>{from}</span>
            <ArrowRight size={14} aria-hidden color="var(--mantine-color-dimmed)" />
            <span>{to === '' ? t('ignored') : to}</span>
          </li>
        ))}
      </ul>
      {left > 0 && !isWhole && (
        <Button variant="subtle" size="xs" w="max-content" onClick={() => setIsWhole(true)}>
          {t('Show {count} more fields', { count: left })}
        </Button>
      )}
      {left > 0 && isWhole && t('And {count} more fields.', { count: left })}
    </Panel>
  );
}

export default function FeedPage() {
  return <OfFeed>{(id) => <KnownFeed id={id} />}</OfFeed>;
}

function KnownFeed({ id }: { readonly id: number }) {
  const [, change] = useAddress();
  const { data: feed, dataUpdatedAt: answeredAt } = useQuery(query(readFeed, { id }));
  const isLive = feed?.last_import?.state === 'done' || feed?.last_import?.state === 'unchanged';
  const purpose = feed && [t(sourceName(feed)), feed.collection_name].filter(Boolean).join(' · ');
  return (
    <Page
      parent={{ title: t('Feeds'), link: linkTo('/data/import') }}
      title={feed?.name ?? t('Feed')}
      {...(purpose && { purpose })}
      secondary={
        feed && (
          <>
            <Button
              variant="default"
              leftSection={<Settings2 size={16} aria-hidden />}
              onClick={() => change({ edit: 'settings' })}
            >
              {t('Edit feed')}
            </Button>
            {isLive && <ReloadButton feed={feed} />}
          </>
        )
      }
      primary={feed && (isLive ? <TrySearchButton collectionId={feed.collection_id} /> : <ReloadButton feed={feed} isPrimary />)}
    >
      <Loaded query={query(readFeed, { id })} skeleton={<FeedSkeleton />}>
        {(known) => <FeedDetails feed={known} answeredAt={answeredAt} isLive={isLive} />}
      </Loaded>
      {feed && <EditFeedDrawer feed={feed} />}
    </Page>
  );
}

function ReloadButton({ feed, isPrimary = false }: { readonly feed: Feed; readonly isPrimary?: boolean }) {
  const reload = useAction(reloadFeed, { refreshes: [readFeed, listFeeds, listImports] });
  const block = useReloadBlock()(feed);
  return (
    <Tooltip label={block} disabled={block === undefined}>
      <Button
        variant={isPrimary ? 'filled' : 'default'}
        leftSection={<RefreshCw size={16} aria-hidden />}
        loading={reload.isPending}
        onClick={() => block === undefined && reload.mutate({ id: feed.id })}
        aria-disabled={block !== undefined}
        {...(block !== undefined && { 'data-disabled': true })}
      >
        {t('Import again')}
      </Button>
    </Tooltip>
  );
}

function AfterFailure({ feed: { id } }: { readonly feed: Feed }) {
  const [, change] = useAddress();
  const reload = useAction(reloadFeed, { refreshes: [readFeed, listFeeds, listImports] });
  return (
    <>
      <Button size="xs" variant="default" loading={reload.isPending} onClick={() => reload.mutate({ id })}>
        {t('Try again')}
      </Button>
      <Button size="xs" variant="default" onClick={() => change({ edit: 'settings' })}>
        {t('Edit feed')}
      </Button>
    </>
  );
}

interface FeedDetailsProps {
  readonly feed: Feed;
  readonly answeredAt: number;
  readonly isLive: boolean;
}

function FeedDetails({ feed, answeredAt, isLive }: FeedDetailsProps) {
  return (
    <Stack gap={16}>
      {feed.need_tag_name && <TagNameChoice feed={feed} />}
      <FeedImports feed={feed} answeredAt={answeredAt} afterFailure={<AfterFailure feed={feed} />} />
      {isLive && <TrySearch collectionId={feed.collection_id} />}
      <SchedulePanel feedId={feed.id} />
      <FeedFacts feed={feed} />
      <FieldMappings feed={feed} />
    </Stack>
  );
}

const FeedSkeleton = () => (
  <Stack gap={16} aria-hidden>
    <Skeleton height={148} />
    <Skeleton height={220} />
  </Stack>
);

/** Address: `?edit=settings`. */
function EditFeedDrawer({ feed }: { readonly feed: Feed }) {
  const [address, change] = useAddress();
  const update = useCall(updateFeed, { refreshes: [readFeed, listFeeds] });
  const close = () => change({ edit: undefined });
  return (
    <SideDrawer isOpen={address['edit'] === 'settings'} title={t('Edit feed')} onClose={close}>
      <FeedForm
        initial={inputOf(feed)}
        feedId={feed.id}
        saveLabel={t('Save and import')}
        save={(input) => update.mutateAsync({ ...input, id: feed.id })}
        onClose={close}
      />
    </SideDrawer>
  );
}

function FeedFacts({ feed }: { readonly feed: Feed }) {
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('Collection'), feed.collection_name],
    [t('Source'), t(sourceName(feed))],
    [t('Address'), /^https?:/.test(feed.feed_url) ? feed.feed_url : ''],
    [t('File'), feed.file_name ?? ''],
    [t('Type'), feed.feed_type.toUpperCase()],
    [t('Language of the feed'), feed.feed_language && languages[feed.feed_language]],
    [t('Encoding'), feed.feed_encoding],
    [t('Separator'), feed.feed_separator],
    [t('Headers'), feed.feed_headers],
    [t('Element of one item'), feed.tag_name],
  ];
  return (
    <Panel title={t('Settings')}>
      <dl className={classes.facts}>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name} className={classes.fact}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </Panel>
  );
}

interface TrySearchProps {
  readonly collectionId: number;
}

function TrySearchButton({ collectionId: c }: TrySearchProps) {
  return (
    <AllowedButton needs="developer" to={linkTo(testerPath, { c })} icon={ScanSearch} isPrimary>
      {t('Try a search')}
    </AllowedButton>
  );
}

function TrySearch({ collectionId: c }: TrySearchProps) {
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
