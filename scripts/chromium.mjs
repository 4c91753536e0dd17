import { existsSync } from 'node:fs';
import { installDebianPackages } from './debian.mjs';

const debianChromium = '/usr/bin/chromium';

/** Finds or installs a Chromium for the browser tests. null when there is none. */
export async function prepareChromium() {
  const chosen = process.env.CHROMIUM_PATH ?? debianChromium;
  if (existsSync(chosen)) return { file: chosen };
  const isInstalled = await installDebianPackages('chromium', 'fonts-dejavu-core');
  return isInstalled && existsSync(debianChromium) ? { file: debianChromium } : null;
}
