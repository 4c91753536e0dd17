import { Select, Text, TextInput } from '@mantine/core';
import { useAddress } from '#console-kit/address.ts';
import { useText } from '#console-kit/i18n.ts';
import { useCall } from '#console-kit/queries.ts';
import type { RecordFormState } from '#console-kit/record-form.ts';
import { DrawerForm, SideDrawer } from '#console-kit/side-drawer.tsx';
import { toast } from '#console-kit/toast.tsx';
import { listFeeds, readFeed } from '#features/data/feeds/feeds.contract.ts';
import { offChoice, useScheduleWords } from './schedule-words.tsx';
import { listSchedules, ScheduleInput, updateSchedule, type FeedSchedule, type Schedule } from './schedules.contract.ts';

interface ScheduleDrawerProps {
  readonly schedule: FeedSchedule;
}

/** Its address is `?edit=schedule`. */
export function ScheduleDrawer({ schedule }: ScheduleDrawerProps) {
  const t = useText();
  const [address, change] = useAddress();
  const update = useCall(updateSchedule, { refreshes: [listSchedules, readFeed, listFeeds] });
  const close = () => change({ edit: undefined });
  return (
    <SideDrawer isOpen={address['edit'] === 'schedule'} title={t('Automatic imports')} onClose={close}>
      <DrawerForm
        schema={ScheduleInput}
        initial={{ activated: schedule.activated, schedule: schedule.schedule, schedule_time: schedule.schedule_time }}
        names={{ activated: t('Import by itself'), schedule: t('Import by itself'), schedule_time: t('Time of the day') }}
        saveLabel={t('Save schedule')}
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
  const t = useText();
  const { choices } = useScheduleWords();
  const { activated: isActive, schedule: chosen } = form.values;
  const choose = (choice: string | null) => {
    form.set('activated', choice !== offChoice);
    if (choice !== null && choice !== offChoice) form.set('schedule', choice as Schedule);
  };
  if (!schedule.is_fetched)
    return <Text size="sm">{t('A feed from a file has no schedule: there is no address to fetch it from.')}</Text>;
  return (
    <>
      <Select
        {...form.field('schedule')}
        description={t('A feed that has not changed costs the shop a single request.')}
        value={isActive ? chosen : offChoice}
        onChange={choose}
        data={choices}
        allowDeselect={false}
        data-autofocus
      />
      {isActive && chosen === 'daily' && (
        <TextInput
          {...form.field('schedule_time')}
          type="time"
          description={t('In the time zone of the project, {timeZone}. It starts up to five minutes later.', {
            timeZone: schedule.time_zone,
          })}
        />
      )}
    </>
  );
}
