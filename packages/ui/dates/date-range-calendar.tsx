import '@mantine/dates/styles.layer.css';
import { Text } from '@mantine/core';
import { DatePicker, DatesProvider } from '@mantine/dates';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { type DateRange, dateRangeOf } from '#contract/date-range.ts';
import { firstDay } from '#contract/days.ts';
import { problemsOf } from '#contract/problems.ts';
import { problemText } from '#ui/calls/error-text.ts';
import { formats } from '#ui/text/format.ts';
import { t, useLanguage } from '#ui/text/i18n.ts';
import type { Language } from '#ui/text/language.ts';

/** Fetched with month and day names. English is built in. */
const languages: Readonly<Record<Language, () => Promise<{ readonly default: { readonly name: string } }> | null>> = {
  en: () => null,
  cs: () => import('dayjs/locale/cs.js'),
  ch: () => import('dayjs/locale/zh-cn.js'),
  es: () => import('dayjs/locale/es.js'),
  jp: () => import('dayjs/locale/ja.js'),
  de: () => import('dayjs/locale/de.js'),
  fr: () => import('dayjs/locale/fr.js'),
};

function useCalendarLanguage(): string {
  const language = useLanguage();
  const [name, setName] = useState('en');
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      const loaded = await languages[language]();
      if (isCurrent) setName(loaded?.default.name ?? 'en');
    };
    load().catch(() => setName('en'));
    return () => {
      isCurrent = false;
    };
  }, [language]);
  return name;
}

interface DateRangeCalendarProps {
  readonly range: DateRange | null;
  readonly choose: (range: DateRange) => void;
  readonly maximumDays: number;
  readonly lastDay: string;
}

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
