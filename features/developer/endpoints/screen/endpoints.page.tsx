import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Pencil, RotateCcw } from 'lucide-react';
import { type BesideOf, versionedPath } from '#contract/endpoint.ts';
import { followingAnswer, useAction } from '#ui/calls/queries.ts';
import { confirm } from '#ui/dialog/confirm.tsx';
import { useShortRows } from '#ui/list/list.ts';
import { Table } from '#ui/list/table.tsx';
import { Page } from '#ui/page/page.tsx';
import { Tabs } from '#ui/page/tabs.tsx';
import { FailedCalls } from '#features/super-admin/api-logs/screen/failed-calls.panel.tsx';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { callTitle, PublishedRows } from '#features/developer/published-rows/screen/published-rows.panel.tsx';
import { CachingDialog } from './caching-dialog.tsx';
import { ReferenceButton } from './reference-button.panel.tsx';
import { type EndpointConfiguration, listEndpoints, purgeEndpoints } from '#features/developer/endpoints/endpoints.contract.ts';

const leastCalls = 20;

const Path = ({ row: { method, path, request_method: verb } }: { readonly row: EndpointConfiguration }) => (
  <>
    {callTitle(method)}
    <Text size="xs" c="dimmed" ff="monospace">
      {verb} {versionedPath(path, 1)}
    </Text>
  </>
);

function Caching({
  row: { is_cached: isCached, cache_ttl: ttl, cache_grace_period: grace },
}: {
  readonly row: EndpointConfiguration;
}) {
  if (!isCached)
    return (
      <Text span size="sm" c="dimmed">
        {t('not cached')}
      </Text>
    );
  return (
    <>
      {formats.duration(ttl)}
      {grace > 0 && (
        <Text span size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {` · ${t('then stale for {time}', { time: formats.duration(grace) })}`}
        </Text>
      )}
    </>
  );
}

function HitRate({
  row: { is_cacheable: isCacheable, last_day: day, last_hour: hour },
}: {
  readonly row: EndpointConfiguration;
}) {
  if (!isCacheable || day.calls < leastCalls) return <span title={t('too few calls to tell')}>–</span>;
  return (
    <>
      {formats.percent(day.hits / day.calls)}{' '}
      {hour.calls >= leastCalls && (
        <Text span size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {t('{share} in the last hour', { share: formats.percent(hour.hits / hour.calls) })}
        </Text>
      )}
    </>
  );
}

/** Calls go on, and so do the figures. */
const lookEveryMilliseconds = 10_000;

export default function EndpointsPage() {
  return (
    <Page
      title={t('Endpoint configuration')}
      purpose={t('How long responses to your shop are cached, and which calls failed.')}
      secondary={<ReferenceButton />}
    >
      <Tabs
        tabs={[
          { name: 'caching', title: t('Caching'), content: <Endpoints /> },
          { name: 'failed', title: t('Failed calls'), content: <FailedCalls /> },
        ]}
      />
    </Page>
  );
}

function Endpoints() {
  const [, change] = useAddress();
  const { data: answer, ...state } = useQuery({
    ...followingAnswer(listEndpoints, {}),
    refetchInterval: lookEveryMilliseconds,
  });
  const list = useShortRows<EndpointConfiguration>(
    { ...state, data: answer?.data },
    {
      path: ({ path }) => path,
      calls: ({ last_day: { calls } }) => calls,
    },
  );
  const edit = ({ id, is_cacheable: isCacheable }: EndpointConfiguration) => ({ edit: isCacheable ? id : undefined });
  return (
    <>
      <Table
        label={t('Endpoints')}
        list={list}
        columns={[
          { name: 'path', title: t('Call'), cell: (row) => <Path row={row} />, isSortable: true },
          { name: 'cached', title: t('Cached for'), cell: (row) => <Caching row={row} />, isTitledOnCard: true },
          { name: 'hit-rate', title: t('Hit rate'), cell: (row) => <HitRate row={row} />, isNumber: true },
          {
            name: 'calls',
            title: t('Calls'),
            cell: (row) => formats.number(row.last_day.calls),
            isNumber: true,
            isSortable: true,
          },
        ]}
        keyOf={({ id }) => id}
        opens={edit}
        actions={(row) => [
          {
            label: t('Edit'),
            icon: Pencil,
            shortcut: 'e',
            run: () => change(edit(row)),
            ...(!row.is_cacheable && { disabledReason: t('Responses of this endpoint can’t be cached.') }),
          },
        ]}
        empty={null}
      />
      {answer && <Foot payload={answer.beside.payload} />}
      <Group gap={8} mt={16}>
        <PublishedRows />
        <PurgeButton />
      </Group>
      <CachingDialog rows={answer?.data} />
    </>
  );
}

function PurgeButton() {
  const { mutate: purge, isPending } = useAction(purgeEndpoints, {
    refreshes: [listEndpoints],
    done: t('The cache was purged.'),
  });
  const ask = async () => {
    const question = {
      title: t('Purge the cache?'),
      text: t('The next call of each kind takes longer.'),
      confirmLabel: t('Purge cache'),
    };
    if (await confirm(question)) purge({});
  };
  return (
    <Button variant="default" leftSection={<RotateCcw size={16} aria-hidden />} loading={isPending} onClick={() => void ask()}>
      {t('Purge cache')}
    </Button>
  );
}

type FootProps = { readonly payload: BesideOf<typeof listEndpoints>['payload'] };

function Foot({ payload }: FootProps) {
  const { counted_since: since, visitor_calls_per_second: ofVisitor, project_calls_per_second: ofProject } = payload;
  return (
    <Text size="sm" c="dimmed" mt={12} component="div">
      <p>
        {since === null
          ? t('Hit rate and calls of the last 24 hours.')
          : t('Hit rate and calls since {moment}.', { moment: formats.moment(since) })}{' '}
        {t('Up to {visitor} calls a second per visitor, {all} in all.', {
          visitor: formats.number(ofVisitor),
          all: formats.number(ofProject),
        })}{' '}
        <AllowedLink needs="owner" to={linkTo('/owner/project')}>
          {t('Change in project settings')}
        </AllowedLink>
      </p>
    </Text>
  );
}
