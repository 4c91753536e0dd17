/** When it is night in one of them, it is day in the other. */
const [usual, opposite] = ['Europe/Prague', 'Pacific/Auckland'];
/** Outside of these hours a run could last until midnight, or have begun before it. */
const [firstHour, lastHour] = [3, 20];
const hourIn = (timeZone: string): number =>
  Number(new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone }).format());
const isDayIn = (timeZone: string): boolean => hourIn(timeZone) >= firstHour && hourIn(timeZone) <= lastHour;

/**
 * The time zone of the browsers and projects of journeys, in which no midnight passes while they run: waiting rules would go live, and
 * today would become yesterday. Playwright's workers take over what the run began with.
 */
export const timeZone = (process.env['AISLE_JOURNEYS_TIME_ZONE'] ??= isDayIn(usual) ? usual : opposite);
