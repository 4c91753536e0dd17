import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './places.mjs';
import { report } from './results.mjs';

/** What each test file took when somebody last recorded it; the longest begin first. */
export const recordedTimes = path.join(root, 'scripts', 'test-times.json');
/** Processor seconds that a test file takes at most on a machine with nothing else to do. */
const budgetSeconds = 8;
/** Busy cores make them up to three times as many; what takes more is over the budget on any machine. */
const busyFactor = 5;
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

/** Prints the ten longest test files. Answers a result that fails when one is over its budget however busy the machine is. */
export function judgeTimes(times) {
  console.log('The longest test files, in processor seconds:');
  for (const { file, seconds } of times.slice(0, listed)) console.log(`  ${seconds.toFixed(1).padStart(5)} ${file}`);
  const over = times.filter(({ seconds }) => seconds > busyFactor * budgetSeconds).map(({ file }) => file);
  const details =
    over.length === 0 ? '' : `More than ${busyFactor * budgetSeconds} processor seconds: ${over.join(', ')}. Split them.`;
  return report({
    name: 'budget of test files',
    passed: 1 - Math.sign(over.length),
    failed: over.length,
    skipped: 0,
    seconds: 0,
    details,
  });
}

export const timesIn = (file) => (existsSync(file) ? readTimes(readFileSync(file, 'utf8')) : []);

export function record(times) {
  const worthwhile = times.filter(({ seconds }) => seconds >= leastRecordedSeconds);
  const entries = worthwhile.map(({ file, seconds }) => [file, Number(seconds.toFixed(1))]);
  writeFileSync(recordedTimes, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}
