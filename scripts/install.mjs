import { readFileSync } from 'node:fs';
import path from 'node:path';
import { outerPath, root } from './places.mjs';
import { mustRun } from './processes.mjs';

const npmArguments = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];

/** Installs exactly what the lock says, unless it is there already. */
export function install() {
  if (isInstalled()) return;
  console.error('Installing packages, this takes about half a minute …');
  mustRun('npm', npmArguments, { PATH: outerPath });
}

/** npm writes its own copy of the lock as the last step of an install, so that copy says what is whole. */
function isInstalled() {
  const wanted = packagesOf('package-lock.json');
  const installed = packagesOf(path.join('node_modules', '.package-lock.json'));
  if (installed === null) return false;
  return Object.entries(wanted).every(
    ([name, entry]) =>
      name === '' ||
      !isForHere(entry) ||
      (installed[name]?.version === entry.version && installed[name].integrity === entry.integrity),
  );
}

function packagesOf(lockFile) {
  try {
    return JSON.parse(readFileSync(path.join(root, lockFile), 'utf8')).packages;
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Whether npm must install the entry on this machine. Of optional packages only those named for this very platform. */
function isForHere({ optional, os, cpu, libc }) {
  if (!optional) return true;
  return libc === undefined && os?.includes(process.platform) === true && cpu?.includes(process.arch) === true;
}
