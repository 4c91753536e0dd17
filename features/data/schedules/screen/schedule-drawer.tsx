import { Select, Text, TextInput } from '@mantine/core';
import { useAddress } from '#ui/state/address.ts';
import { t, msg } from '#ui/text/i18n.ts';
import { useCall } from '#ui/calls/queries.ts';
import type { RecordFormState } from '#ui/form/record-form.ts';
import { DrawerForm } from '#ui/form/drawer-form.tsx';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { toast } from '#ui/calls/toast.ts';
import {
  leastAvailabilityMinutes,
  mostAvailabilityMinutes,
  ScheduleInput,
  updateSchedule,
  type FeedSchedule,
  type Schedule,
  schedules,
} from '#features/data/schedules/schedules.contract.ts';

const names: Readonly<Record<Schedule, string>> = {
  '1h': msg('Every hour'),
  '2h': msg('Every 2 hours'),
  '3h': msg('Every 3 hours'),
  '6h': msg('Every 6 hours'),
  '12h': msg('Every 12 hours'),
  daily: msg('Every day at a time'),
};

const offChoice = 'off';

export function useScheduleWords() {
  return {
    choices: [
      ...schedules.map((schedule) => ({ value: schedule as string, label: t(names[schedule]) })),
      { value: offChoice, label: t('Off') },
    ],
    sentence: ({ schedule, schedule_time: time, time_zone: timeZone }: FeedSchedule): string =>
      schedule === 'daily' ? t('Every day at {time} ({timeZone}).', { time, timeZone }) : `${t(names[schedule])}.`,
  };
}

interface ScheduleDrawerProps {
  readonly schedule: FeedSchedule;
}

/** Address: `?edit=schedule`. */
export function ScheduleDrawer({ schedule }: ScheduleDrawerProps) {
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
          schedule_time: t('Time of the day'),
          availability_url: t('Price and stock feed URL'),
          availability_minutes: t('Update prices and stock'),
        }}
        saveLabel={t('Save schedule')}
        isChange
        save={(input) => update.mutateAsync({ ...input, id: schedule.feed_id })}
        onSaved={() => toast({ text: t('The schedule was saved.') })}
        onClose={close}
      >
        {(form) => <Fields form={form} schedule={schedule} />}
      </DrawerForm>
    </SideDrawer>
  );
}

function Fields({ form, schedule }: ScheduleDrawerProps & { readonly form: RecordFormState<typeof ScheduleInput> }) {
  const { choices } = useScheduleWords();
  const { activated: isActive, schedule: chosen } = form.values;
  const choose = (choice: string | null) => {
    form.set('activated', choice !== offChoice);
    if (choice !== null && choice !== offChoice) form.set('schedule', choice as Schedule);
  };
  return (
    <>
      {schedule.is_fetched ? (
        <Select
          {...form.field('schedule')}
          description={t('Unchanged feeds are not downloaded again.')}
          value={isActive ? chosen : offChoice}
          onChange={choose}
          data={choices}
          allowDeselect={false}
          data-autofocus
        />
      ) : (
        <Text size="sm">{t('File feeds have no schedule: there is no address.')}</Text>
      )}
      {schedule.is_fetched && isActive && chosen === 'daily' && (
        <TextInput
          {...form.field('schedule_time')}
          type="time"
          description={t('In the project’s time zone, {timeZone}, up to five minutes later.', {
            timeZone: schedule.time_zone,
          })}
        />
      )}
      <AvailabilityFields form={form} />
    </>
  );
}

function AvailabilityFields({ form }: { readonly form: RecordFormState<typeof ScheduleInput> }) {
  const { availability_url: address = '', availability_minutes: minutes } = form.values;
  return (
    <>
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

const availabilityChoices = [leastAvailabilityMinutes, 10, 15, 30, mostAvailabilityMinutes];
