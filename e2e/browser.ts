import { installedChromium } from '#scripts/testing/services.mjs';
import { timeZone } from './time-zone.ts';

const executablePath = installedChromium();

/** Run as root and without a screen. */
export const launchOptions = {
  ...(executablePath !== null && { executablePath }),
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // A page of a journey is gone before a compiler could pay for itself.
    '--js-flags=--no-opt --no-maglev',
  ],
};

/** What every page of the journeys begins as. Nothing slides or fades, so nobody waits for it. */
export const pageOptions = { locale: 'en-GB', timezoneId: timeZone, reducedMotion: 'reduce' } as const;
