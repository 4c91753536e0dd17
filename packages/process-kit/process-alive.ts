import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Whether a process of this machine runs, also when it is somebody else's. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** What Linux says in a file of its own; empty elsewhere. */
function saidBy(read: () => string): string {
  try {
    return read().trim();
  } catch {
    return '';
  }
}

/**
 * Where this process's number means this process: a boot of a machine, and a container on it. Containers may share a name, and each counts
 * its processes from 1.
 */
export const processPlace: string = [
  hostname(),
  saidBy(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
  saidBy(() => readlinkSync('/proc/self/ns/pid')),
]
  .filter((part) => part !== '')
  .join(' ');
