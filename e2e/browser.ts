import { installedChromium } from '#scripts/testing/services.mjs';
import { timeZone } from './calls.ts';

const executablePath = installedChromium();

/** Headless as root. */
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
    // A journey's page ends before optimised compilation pays off.
    '--js-flags=--no-opt --no-maglev',
  ],
};

/** Defaults of every page. No animations, so nobody waits for them. */
export const pageOptions = { locale: 'en-GB', timezoneId: timeZone, reducedMotion: 'reduce' } as const;
