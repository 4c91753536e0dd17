import { Alert, List } from '@mantine/core';
import type { Problem } from '#contract/errors.ts';
import { lineText, problemText } from '#console-kit/text/error-text.ts';
import { useText } from '#console-kit/text/i18n.ts';

/** What is wrong with a file, each with its line. */
export function FileMistakes({ problems }: { readonly problems: readonly Problem[] }) {
  const t = useText();
  return (
    <Alert color="red" role="alert" title={t('The file has mistakes, so nothing of it was taken over.')}>
      <List size="sm" spacing={4} style={{ overflowWrap: 'anywhere' }}>
        {problems.map((problem) => {
          const { field, code, parameters } = problem;
          const what = problemText(t, problem, field.split('.').at(-1));
          const line = parameters?.['line'];
          const told = line === undefined ? what : lineText(t, { line, field, what });
          return <List.Item key={`${field} ${code} ${line}`}>{told}</List.Item>;
        })}
      </List>
    </Alert>
  );
}
