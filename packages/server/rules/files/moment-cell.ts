import { isDay, momentShown, shownAt } from '#contract/days.ts';

/** `2026-12-24 18:30` in a time zone; UTC for seconds, and for an hour that clocks show twice. */
export function momentCell(moment: number, timeZone: string): string {
  const shown = shownAt(moment, timeZone);
  return momentShown(shown, timeZone) === moment ? shown.replace('T', ' ') : new Date(moment).toISOString();
}

/** With or without time and seconds; also as spreadsheets write it: `24.12.2026 18:30`. */
const forms = [
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:[T ](?<hour>\d\d?):(?<minute>\d\d)(?::(?<second>[0-5]\d))?)?$/,
  /^(?<day>\d\d?)\. ?(?<month>\d\d?)\. ?(?<year>\d{4})(?: (?<hour>\d\d?):(?<minute>\d\d)(?::(?<second>[0-5]\d))?)?$/,
];

/** Epoch milliseconds; an unreadable text stays as it is, for the schema to refuse. */
export function cellMoment(text: string, timeZone: string): number | string {
  const parts = forms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (parts) {
    const { year = '', month = '', day = '', hour = '0', minute = '00', second = '0' } = parts;
    const two = (number: string) => number.padStart(2, '0');
    const shown = momentShown(`${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}`, timeZone);
    return shown === null ? text : shown + Number(second) * 1000;
  }
  const [, day] = /^(\d{4}-\d\d-\d\d)T/.exec(text) ?? [];
  if (day !== undefined && !isDay(day)) return text;
  const moment = day === undefined ? Number(text) : Date.parse(text);
  return Number.isNaN(moment) ? text : moment;
}
