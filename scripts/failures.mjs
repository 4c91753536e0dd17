/** Lines of one failure that are repeated at the end of a run, where whoever sees only its tail looks. */
const toldLines = 15;

/** `[{ test, error }]` of a report of Vitest. */
export const unitFailures = ({ testResults }) =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [failure(name, [message])];
    return failed.map(({ fullName, failureMessages }) => failure(`${name} › ${fullName}`, failureMessages));
  });

/** `[{ test, error }]` of a report of Playwright: what failed, and what passed only at the second try. */
export function browserFailures({ suites, errors }) {
  const tests = suites.flatMap(specsOf).flatMap(({ title, file, line, tests: runs }) =>
    runs.map(({ status, results }) => ({
      status,
      ...failure(
        `${file}:${line} › ${title}`,
        results.flatMap((result) => result.errors.map(({ message }) => message)),
      ),
    })),
  );
  const of = (wanted) => tests.filter(({ status }) => status === wanted).map(({ test, error }) => ({ test, error }));
  return {
    failed: [...of('unexpected'), ...errors.map(({ message }) => failure('outside of a journey', [message]))],
    passedLate: of('flaky'),
  };
}

/** The failures as text, each by its name and the first lines of its error. */
export const failuresText = (failures) =>
  failures.map(({ test, error }) => `${test}\n${error.split('\n').slice(0, toldLines).join('\n')}`).join('\n\n');

const specsOf = ({ specs, suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

// oxlint-disable-next-line no-control-regex -- Colours of a terminal begin with that character.
const colours = /\u001B\[[\d;]*m/g;

const failure = (test, messages) => ({ test, error: messages.join('\n').replaceAll(colours, '').trim() });
