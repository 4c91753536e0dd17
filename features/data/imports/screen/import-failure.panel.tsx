import { useQuery } from '@tanstack/react-query';
import { laterCode } from '#ui/calls/queries.ts';
import { useDetailedText } from '#ui/text/refusal.ts';
import type { ImportFailure } from '#features/data/imports/imports.contract.ts';

const texts = laterCode(
  'import failures',
  async () => (await import('#features/data/imports/import-texts.contract.ts')).importFailures,
);

/** Loads the sentences with the first failure, as most projects have none. */
export function useFailureText(failures: readonly (ImportFailure | null)[]): (failure: ImportFailure) => string | undefined {
  const isNeeded = failures.some((failure) => failure !== null);
  const { data } = useQuery({ ...texts, enabled: isNeeded });
  const say = useDetailedText();
  return ({ code, details }) => data && say(data[code], details);
}
