import { releasedKind, releasedKindOf } from '#ui/releases/released-kind.ts';
import type { CheckItemInput } from '#features/developer/check-items/check-items.contract.ts';
import type { EndpointInFile, FeedInFile, ProjectInFile } from '#features/owner/project-file/settings/settings-in-file.ts';

/** Kinds of rows that a file has and releases don't, or have less of. */

export const projectInFile = releasedKind<ProjectInFile>({
  source: 'project',
  title: (t) => t('Project'),
  counted: (t) => t('settings of the project'),
  sentence: (_t, { name = '' }) => name,
  fields: (t) => ({
    name: { label: t('Name') },
    url: { label: t('Website') },
    time_zone: { label: t('Time zone') },
    type: { label: t('Project type') },
    data_source: { label: t('Data source') },
    visitor_calls_per_second: { label: t('Calls of one visitor a second') },
    project_calls_per_second: { label: t('Calls of all visitors a second') },
  }),
  nameOf: (t) => t('Settings'),
  screen: { path: '/owner/projects', needs: 'owner', opens: () => ({}) },
});

export const endpointsInFile = releasedKind<EndpointInFile>({
  source: 'endpoints',
  title: (t) => t('Endpoints'),
  counted: (t, count) => t('{count} endpoints', { count }),
  sentence: (_t, { name }) => name,
  fields: (t) => ({
    is_cached: { label: t('Cached') },
    cache_ttl: { label: t('TTL (seconds)') },
    cache_grace_period: { label: t('Grace period (seconds)') },
  }),
  screen: { path: '/developer/frontapi/endpoints', needs: 'developer', opens: () => ({}) },
});

export const checkItemsInFile = releasedKind<CheckItemInput>({
  source: 'check-items',
  title: (t) => t('Check items'),
  counted: (t, count) => t('{count} check items', { count }),
  sentence: (t, { term, elastic_item_id: item }) =>
    t('The place of item {item} for “{query}” is watched.', { item, query: term }),
  fields: (t) => ({
    elastic_item_id: { label: t('Item') },
    term: { label: t('Query') },
    alert_above: { label: t('Alert above place') },
  }),
  screen: { path: '/developer/check-items', needs: 'developer', opens: () => ({}) },
});

type FlatFeed = Omit<FeedInFile, 'guard' | 'schedule'> & FeedInFile['guard'] & FeedInFile['schedule'];

export const feedsInFile = releasedKindOf<FeedInFile, FlatFeed>({
  source: 'feeds',
  title: (t) => t('Feeds'),
  counted: (t, count) => t('{count} feeds', { count }),
  sentence: (_t, { feed_url: address, file_name: file }) => file ?? address,
  valuesOf: ({ guard, schedule, ...feed }) => ({ ...feed, ...guard, ...schedule }),
  fields: (t) => ({
    feed_url: { label: t('Address') },
    file_name: { label: t('File') },
    feed_type: { label: t('Type') },
    feed_language: { label: t('Language') },
    feed_encoding: { label: t('Encoding') },
    feed_separator: { label: t('Separator') },
    feed_headers: { label: t('Headers') },
    tag_name: { label: t('Tag name') },
    activated: { label: t('Import automatically') },
    schedule: { label: t('Schedule') },
    schedule_time: { label: t('Time') },
    availability_url: { label: t('Prices and stock') },
    availability_minutes: { label: t('Minutes between prices and stock') },
    fewer_items_percent: { label: t('Held from so many percent fewer items') },
    bad_items_percent: { label: t('Held from so many percent skipped items') },
    changed_ids_percent: { label: t('Held from so many percent changed ids') },
    hold_zero_prices: { label: t('Held without any price') },
  }),
  screen: { path: '/data/feeds', needs: 'data', opens: () => ({}) },
});
