import { existsSync } from 'node:fs';
import { installDebianPackages } from './debian.mjs';

/** Debian's two. The shell draws no window and starts half the processes, so pages take a third less of the processor. */
const shell = '/usr/bin/chromium-headless-shell';
const debianChromiums = [shell, '/usr/bin/chromium'];

/** The file of the Chromium for journeys and screenshots: the one that `CHROMIUM_PATH` names, or Debian's. null when there is none. */
export function installedChromium() {
  const candidates = process.env.CHROMIUM_PATH ? [process.env.CHROMIUM_PATH] : debianChromiums;
  return candidates.find((file) => existsSync(file)) ?? null;
}

/** Finds or installs a Chromium for the browser tests. null when there is none. */
export async function prepareChromium() {
  const found = installedChromium();
  if (found !== null) return { file: found };
  const isInstalled = await installDebianPackages('chromium-headless-shell', 'fonts-dejavu-core');
  return isInstalled && existsSync(shell) ? { file: shell } : null;
}
