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

/** The Chromium for the browser tests: the shell, which is installed where only the other one is there. null when there is none. */
export async function prepareChromium() {
  const found = installedChromium();
  if (found !== null && [shell, process.env.CHROMIUM_PATH].includes(found)) return { file: found };
  await installDebianPackages('chromium-headless-shell', 'fonts-dejavu-core');
  const file = existsSync(shell) ? shell : found;
  return file === null ? null : { file };
}
