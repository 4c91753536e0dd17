import { setTimeout as sleep } from 'node:timers/promises';

const patienceMs = 5000;
const pauseMs = 20;

export async function until(isTrue: () => boolean): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!isTrue()) {
    if (performance.now() > deadline) throw new Error('It did not happen in time.');
    await sleep(pauseMs);
  }
}

export function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}
