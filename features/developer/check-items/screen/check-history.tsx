import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { Chart } from '#ui/charts/chart.tsx';
import { query } from '#ui/calls/queries.ts';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { RecordGone } from '#ui/form/conflict.tsx';
import type { CrudState } from '#ui/crud/crud.ts';
import { Loaded } from '#ui/page/states.tsx';
import { useAllowed } from '#ui/state/session.ts';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import { CheckState, PlaceChange, PlaceNow, QueryLink, WatchedItem, causeText, placeText, watchedName } from './check-cells.tsx';
import {
  type Check,
  type CheckItem,
  checkItems,
  readCheckHistory,
} from '#features/developer/check-items/check-items.contract.ts';
import classes from './check-items.module.css';
import { PlainTable } from '#ui/list/table.tsx';
import { AllowedLink } from '#ui/page/allowed-button.tsx';

/** What one item did, in a drawer. Its address is `?show=3`. */
export function CheckHistory({ crud }: { readonly crud: CrudState<typeof checkItems> }) {
  const [{ show }, change] = useAddress<'/developer/check-items'>();
  const close = () => change({ show: undefined, table: undefined });
  return (
    <SideDrawer isOpen={show !== undefined} isWide title={t('Places of the item')} onClose={close}>
      {show !== undefined && <Opened id={show} crud={crud} close={close} />}
    </SideDrawer>
  );
}

interface OpenedProps extends Omit<WatchedProps, 'item'> {
  readonly id: number;
}

function Opened({ id, ...props }: OpenedProps) {
  const asked = query(checkItems.read, { id });
  const { error } = useQuery(asked);
  if (error?.code === 'notFound') return <RecordGone close={props.close} />;
  return (
    <Loaded query={asked} skeleton={<Skeleton height={280} aria-hidden />}>
      {(item) => <Watched item={item} {...props} />}
    </Loaded>
  );
}

interface WatchedProps {
  readonly item: CheckItem;
  readonly crud: CrudState<typeof checkItems>;
  readonly close: () => void;
}

function Watched({ item, crud, close }: WatchedProps) {
  const [, change] = useAddress();
  const isGone = item.item === null && item.outcome === 'gone';
  const remove = async () => {
    close();
    await crud.remove([item.id], crud.nameOf(item));
  };
  return (
    <Stack gap={20}>
      <WatchedItem row={item} />
      <div className={classes.figure}>
        <Text size="sm">
          {t('Query')}: <QueryLink row={item} />
        </Text>
        <Text size="sm" component="span">
          {t('Place')}:{' '}
          <strong>
            <PlaceNow row={item} />
          </strong>{' '}
          <PlaceChange row={item} />
        </Text>
        <CheckState row={item} />
        {item.checked_at !== null && (
          <Text size="sm" c="dimmed">
            {t('Checked')} <Moment at={item.checked_at} />
          </Text>
        )}
      </div>
      <Loaded query={query(readCheckHistory, { id: item.id })} skeleton={<Skeleton height={240} aria-hidden />}>
        {(checks) => <Places item={item} checks={checks} />}
      </Loaded>
      <Group justify="flex-end" gap={8}>
        {isGone && (
          <Button variant="default" leftSection={<Trash2 size={16} aria-hidden />} onClick={() => void remove()}>
            {t('Delete')}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<Pencil size={16} aria-hidden />}
          onClick={() => change({ show: undefined, table: undefined, edit: item.id })}
        >
          {t('Edit')}
        </Button>
      </Group>
    </Stack>
  );
}

function Places({ item, checks }: { readonly item: CheckItem; readonly checks: readonly Check[] }) {
  const mayOpen = useAllowed('search');
  if (checks.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('Not checked yet')}
      </Text>
    );
  const { alert_above: above } = item;
  return (
    <Chart
      label={t('Places of “{item}” for “{query}”', {
        item: watchedName(item),
        query: item.term,
      })}
      pointLabel={t('Check')}
      isInverted
      series={[{ name: 'place', label: t('Place'), look: 'main' }]}
      points={checks.map((check) => ({
        tick: formats.shortDay(check.at),
        title: formats.moment(check.at),
        values: { place: check.position },
        ...(check.position === null && { note: placeText(check) }),
      }))}
      marks={checks.flatMap((check, at) => {
        if (check.cause !== 'release' && check.cause !== 'import') return [];
        const to = check.cause === 'release' && mayOpen ? releaseLink(check) : undefined;
        return [{ at, label: causeText(check), to }];
      })}
      threshold={above > 0 ? { value: above, label: t('Alert above {place}', { place: formats.number(above) }) } : undefined}
      table={<CheckTable checks={checks} />}
    />
  );
}

function CheckTable({ checks }: { readonly checks: readonly Check[] }) {
  return (
    <PlainTable
      label={t('Checks')}
      rows={checks.toReversed()}
      keyOf={({ at }) => at}
      columns={[
        { name: 'at', title: t('Date'), cell: ({ at }) => formats.moment(at) },
        { name: 'place', title: t('Place'), cell: placeText, isNumber: true },
        { name: 'total', title: t('Found items'), cell: (check) => formats.number(check.total_count), isNumber: true },
        { name: 'cause', title: t('Cause'), cell: (check) => <Cause check={check} /> },
      ]}
    />
  );
}

const releaseLink = ({ release }: Check) => linkTo('/search-settings/releases', { release });

function Cause({ check }: { readonly check: Check }) {
  if (check.cause !== 'release') return causeText(check);
  return (
    <AllowedLink needs="search" to={releaseLink(check)}>
      {causeText(check)}
    </AllowedLink>
  );
}
