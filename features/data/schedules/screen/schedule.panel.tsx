import { Alert, Button, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { importFailures } from '#features/data/imports/import-texts.contract.ts';
import {
  type AvailabilityResult,
  type FeedSchedule,
  leastAvailabilityMinutes,
  mostAvailabilityMinutes,
  type Schedule,
  ScheduleInput,
  schedules,
  updateSchedule,
} from '#features/data/schedules/schedules.contract.ts';
import { useCall } from '#ui/calls/queries.ts';
import { toast } from '#ui/calls/toast.ts';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { DrawerForm } from '#ui/form/drawer-form.tsx';
import type { RecordFormState } from '#ui/form/record-form.ts';
import { Panel } from '#ui/page/panel.tsx';
import { Loaded } from '#ui/page/states.tsx';
import { useAddress } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { msg, t } from '#ui/text/i18n.ts';
import { ComingMoment, Moment } from '#ui/text/moment.tsx';
import { useDetailedText } from '#ui/text/refusal.ts';
import { ofFeed, reading } from './next-import.panel.tsx';

const askEveryMs = 15_000;

/** Address of the drawer: `?edit=schedule`. */
export function SchedulePanel({ feedId, isSample = false }: { readonly feedId: number; readonly isSample?: boolean }) {
  const [, change] = useAddress();
  const { data = [] } = useQuery({ ...reading(), refetchInterval: askEveryMs });
  const schedule = ofFeed(data, feedId);
  return (
    <Panel
      title={t('Automatic imports')}
      actions={
        !isSample && (
          <Button
            variant="default"
            leftSection={<CalendarClock size={16} aria-hidden />}
            disabled={!schedule}
            onClick={() => change({ edit: 'schedule' })}
          >
            {schedule?.is_fetched === false ? t('Update prices and stock') : t('Change schedule')}
          </Button>
        )
      }
    >
      <Loaded query={reading()} skeleton={<Skeleton height={72} width="60%" />}>
        {() =>
          schedule && (
            <Stack gap={12}>
              {isSample ? (
                <Text size="sm">{t('A sample shop is imported by hand only.')}</Text>
              ) : (
                <ScheduleSentence schedule={schedule} />
              )}
              <AvailabilityState schedule={schedule} />
            </Stack>
          )
        }
      </Loaded>
      {schedule && <ScheduleDrawer schedule={schedule} />}
    </Panel>
  );
}

const names: Readonly<Record<Schedule, string>> = {
  '1h': msg('Every hour'),
  '2h': msg('Every 2 hours'),
  '3h': msg('Every 3 hours'),
  '6h': msg('Every 6 hours'),
  '12h': msg('Every 12 hours'),
  daily: msg('Every day at a time'),
};

interface ScheduleProps {
  readonly schedule: FeedSchedule;
}

function ScheduleSentence({ schedule }: ScheduleProps) {
  const { is_fetched: isFetched, next_import_at: next, is_retry: isRetry, schedule_time: time, time_zone: timeZone } = schedule;
  if (!isFetched) return <Text size="sm">{t('The feed is a file. Upload a new one to import again.')}</Text>;
  if (next === null) return <Text size="sm">{t('Off. The feed is imported on request only.')}</Text>;
  const every =
    schedule.schedule === 'daily'
      ? t('Every day at {time} ({timeZone}).', { time, timeZone })
      : `${t(names[schedule.schedule])}.`;
  return (
    <Text size="sm">
      {every} {isRetry ? t('The last import failed and is tried again:') : t('The next import starts:')}{' '}
      <strong>
        <ComingMoment at={next} />
      </strong>
      .
    </Text>
  );
}

function AvailabilityState({ schedule }: ScheduleProps) {
  const { availability_url: address, availability_minutes: minutes, availability: last, activated: isActive } = schedule;
  if (address === '') return null;
  return (
    <Stack gap={8}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {isActive
          ? t('Prices and stock: every {minutes} min from {address}', { minutes, address })
          : t('Prices and stock: off, like automatic imports.')}
      </Text>
      {last && <LastUpdate last={last} />}
    </Stack>
  );
}

function LastUpdate({ last }: { readonly last: AvailabilityResult }) {
  const say = useDetailedText();
  if (last.failure)
    return (
      <Alert color="red" variant="light" title={t('The last price and stock update failed; values are unchanged.')}>
        {say(importFailures[last.failure.code], last.failure.details)} <Moment at={last.at} />
      </Alert>
    );
  const parts = [
    t('{count} items changed', { count: last.changed_count }),
    ...(last.unknown_count > 0 ? [t('{count} ids belong to no item', { count: last.unknown_count })] : []),
    ...(last.bad_count > 0 ? [t('{records} could not be read', { records: formats.number(last.bad_count) })] : []),
  ];
  return (
    <Text size="sm" c="dimmed">
      {last.state === 'unchanged' ? t('Last update: nothing new,') : t('Last update: {parts},', { parts: formats.list(parts) })}{' '}
      <Moment at={last.at} />.
    </Text>
  );
}

function ScheduleDrawer({ schedule }: ScheduleProps) {
  const [address, change] = useAddress();
  const update = useCall(updateSchedule, { refreshes: 'everything' });
  const close = () => change({ edit: undefined });
  return (
    <SideDrawer isOpen={address['edit'] === 'schedule'} title={t('Automatic imports')} onClose={close}>
      <DrawerForm
        schema={ScheduleInput}
        initial={ScheduleInput.parse(schedule)}
        names={{
          activated: t('Import automatically'),
          schedule: t('Import automatically'),
          schedule_time: t('Time'),
          availability_url: t('Price and stock feed URL'),
          availability_minutes: t('Update prices and stock'),
        }}
        saveLabel={t('Save changes')}
        isChange
        save={(input) => update.mutateAsync({ ...input, id: schedule.feed_id })}
        onSaved={() => toast({ text: t('Saved.') })}
        onClose={close}
      >
        {(form) => <ScheduleFields form={form} schedule={schedule} />}
      </DrawerForm>
    </SideDrawer>
  );
}

const off = 'off';
const availabilityChoices = [leastAvailabilityMinutes, 10, 15, 30, mostAvailabilityMinutes];

function ScheduleFields({ form, schedule }: ScheduleProps & { readonly form: RecordFormState<typeof ScheduleInput> }) {
  const { activated: isActive, schedule: chosen, availability_url: address = '', availability_minutes: minutes } = form.values;
  const choose = (choice: string | null) => {
    form.set('activated', choice !== off);
    if (choice !== null && choice !== off) form.set('schedule', choice as Schedule);
  };
  return (
    <>
      {schedule.is_fetched ? (
        <Select
          {...form.field('schedule')}
          description={t('Unchanged feeds are not downloaded again.')}
          value={isActive ? chosen : off}
          onChange={choose}
          data={[...schedules.map((one) => ({ value: one as string, label: t(names[one]) })), { value: off, label: t('Off') }]}
          allowDeselect={false}
          data-autofocus
        />
      ) : (
        <Text size="sm">{t('The feed is a file. Upload a new one to import again.')}</Text>
      )}
      {schedule.is_fetched && isActive && chosen === 'daily' && (
        <TextInput
          {...form.field('schedule_time')}
          type="time"
          description={t('In the project’s time zone, {timeZone}, up to five minutes later.', { timeZone: schedule.time_zone })}
        />
      )}
      <TextInput
        {...form.field('availability_url')}
        type="url"
        inputMode="url"
        placeholder="https://"
        description={t('Optional: a small feed with id, price and stock. It never adds items.')}
      />
      {address !== '' && (
        <Select
          {...form.field('availability_minutes')}
          value={String(minutes)}
          onChange={(choice) => choice !== null && form.set('availability_minutes', Number(choice))}
          data={availabilityChoices.map((choice) => ({
            value: String(choice),
            label: t('Every {minutes} minutes', { minutes: choice }),
          }))}
          allowDeselect={false}
        />
      )}
    </>
  );
}
