import { Text } from '@mantine/core';
import { DatePicker, DatesProvider } from '@mantine/dates';
import { useState } from 'react';
import * as z from 'zod/mini';
import { type DateRange, dateRangeOf } from '#contract/date-range.ts';
import { firstDay } from '#contract/days.ts';
import { problemsOf } from '#contract/problems.ts';
import { useCalendarLanguage } from './calendar-language.ts';
import { problemText } from '#console-kit/text/error-text.ts';
import { formats } from '#console-kit/text/format.ts';
import { t } from '#console-kit/text/i18n.ts';
import '@mantine/dates/styles.layer.css';

interface DateRangeCalendarProps {
  readonly range: DateRange | null;
  readonly choose: (range: DateRange) => void;
  readonly maximumDays: number;
  readonly lastDay: string;
}

/** Two clicks, on the first and on the last day. */
export function DateRangeCalendar({ range, choose, maximumDays, lastDay }: DateRangeCalendarProps) {
  const locale = useCalendarLanguage();
  const [days, setDays] = useState<[string | null, string | null]>([range?.from ?? null, range?.to ?? null]);
  const [schema] = useState(() => dateRangeOf(maximumDays));
  const given = { from: days[0], to: days[1] };
  const chosen = z.safeParse(schema, given);
  const problem = days[0] && days[1] && chosen.error ? problemsOf(chosen.error, given)[0] : undefined;
  const change = (next: [string | null, string | null]) => {
    setDays(next);
    const { data } = z.safeParse(schema, { from: next[0], to: next[1] });
    if (data) choose(data);
  };
  return (
    <DatesProvider settings={{ locale, weekendDays: [] }}>
      <DatePicker
        type="range"
        allowSingleDateInRange
        highlightToday
        hideOutsideDates
        getDayAriaLabel={(day) => formats.days(day, day)}
        value={days}
        onChange={change}
        defaultDate={range?.to ?? lastDay}
        minDate={firstDay}
        maxDate={lastDay}
        ariaLabels={{
          previousMonth: t('Previous month'),
          nextMonth: t('Next month'),
          previousYear: t('Previous year'),
          nextYear: t('Next year'),
          previousDecade: t('Previous decade'),
          nextDecade: t('Next decade'),
        }}
      />
      <Text size="xs" mt={8} c={problem ? 'red' : 'dimmed'} role="status">
        {problem ? problemText(t, problem) : days[0] && !days[1] ? t('Now the last day.') : t('Choose the first day.')}
      </Text>
    </DatesProvider>
  );
}
