/** Opposite sides of the day. */
const [usual, opposite] = ['Europe/Prague', 'Pacific/Auckland'];
/** Hours without midnight before or after the run. */
const [firstHour, lastHour] = [3, 20];
const hourIn = (timeZone: string): number =>
  Number(new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone }).format());
const isDayIn = (timeZone: string): boolean => hourIn(timeZone) >= firstHour && hourIn(timeZone) <= lastHour;

/**
 * Browsers and projects of journeys use a time zone without midnight during the run: waiting rules would go live, and today would become
 * yesterday. Playwright's workers inherit it.
 */
export const timeZone = (process.env['AISLE_JOURNEYS_TIME_ZONE'] ??= isDayIn(usual) ? usual : opposite);
