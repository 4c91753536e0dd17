import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './places.mjs';

/** What each test file took when somebody last recorded it; the longest begin first. */
export const recordedTimes = path.join(root, 'scripts', 'test-times.json');
/** Processor seconds that a test file should take at most. */
const budgetSeconds = 8;
const listed = 10;
/** Times below this are not worth recording. */
const leastRecordedSeconds = 1;

/** `[{ file, seconds }]` of all runs of each file, the longest first. */
export function readTimes(text) {
  const longest = new Map();
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const { file, seconds } = JSON.parse(line);
    longest.set(file, Math.max(seconds, longest.get(file) ?? 0));
  }
  return [...longest].map(([file, seconds]) => ({ file, seconds })).toSorted((a, b) => b.seconds - a.seconds);
}

/** Prints the ten longest test files, and how many take more than their budget. */
export function printTimes(times) {
  const over = times.filter(({ seconds }) => seconds > budgetSeconds).length;
  console.log(`${over} of ${times.length} test files take more than ${budgetSeconds} processor seconds. The longest:`);
  for (const { file, seconds } of times.slice(0, listed)) console.log(`  ${seconds.toFixed(1).padStart(5)} ${file}`);
}

export const timesIn = (file) => (existsSync(file) ? readTimes(readFileSync(file, 'utf8')) : []);

export function record(times) {
  const worthwhile = times.filter(({ seconds }) => seconds >= leastRecordedSeconds);
  const entries = worthwhile.map(({ file, seconds }) => [file, Number(seconds.toFixed(1))]);
  writeFileSync(recordedTimes, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}
