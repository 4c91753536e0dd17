import { momentShown, shownAt } from '#contract/days.ts';

/** A moment as text in a cell, in a time zone: `2026-12-24 18:30`. */
export const momentCell = (moment: number, timeZone: string): string => shownAt(moment, timeZone).replace('T', ' ');

/** As above, with or without a time and seconds, and as spreadsheets of many countries make it: `24.12.2026 18:30`. */
const forms = [
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:[T ](?<hour>\d\d?):(?<minute>\d\d)(?::\d\d)?)?$/,
  /^(?<day>\d\d?)\. ?(?<month>\d\d?)\. ?(?<year>\d{4})(?: (?<hour>\d\d?):(?<minute>\d\d)(?::\d\d)?)?$/,
];

/** Epoch milliseconds; if it isn't a moment, the text itself, which the schema refuses. */
export function cellMoment(text: string, timeZone: string): number | string {
  const parts = forms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (parts) {
    const { year = '', month = '', day = '', hour = '0', minute = '00' } = parts;
    const two = (number: string) => number.padStart(2, '0');
    return momentShown(`${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}`, timeZone) ?? text;
  }
  const moment = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number(text);
  return Number.isNaN(moment) ? text : moment;
}
