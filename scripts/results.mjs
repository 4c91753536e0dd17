/**
 * A suite's result: `{ name, passed, failed, skipped, seconds, details, failures }`. `details` is what a person needs to mend it, and empty
 * when there is nothing to mend; `failures` are the tests that failed, as `failures.mjs` reads them.
 */

/** Prints one line, and the details in full. Answers the result. */
export function report(result) {
  const { name, passed, failed, skipped, seconds, details, failures = [] } = result;
  console.log(`${failed > 0 ? '✗' : '✓'} ${name}: ${counts(result)} in ${seconds.toFixed(1)} s`);
  if (details !== '') console.log(indent(details));
  return { name, passed, failed, skipped, failures };
}

export const counts = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`;

export function total(results) {
  const sum = (key) => results.reduce((all, result) => all + result[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

const indent = (text) => text.trimEnd().replaceAll(/^/gm, '    ');
