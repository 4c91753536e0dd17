import { msg, t } from '#ui/text/i18n.ts';
import { schedules, type FeedSchedule, type Schedule } from '#features/data/schedules/schedules.contract.ts';

const names: Readonly<Record<Schedule, string>> = {
  '1h': msg('Every hour'),
  '2h': msg('Every 2 hours'),
  '3h': msg('Every 3 hours'),
  '6h': msg('Every 6 hours'),
  '12h': msg('Every 12 hours'),
  daily: msg('Every day at a time'),
};

export const offChoice = 'off';

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
