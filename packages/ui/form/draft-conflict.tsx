import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { CallError } from '#ui/calls/call-error.ts';
import { t } from '#ui/text/i18n.ts';
import { personOf, SavedMeanwhile } from './saved-meanwhile.tsx';
import type { Difference } from './use-draft.ts';

interface ConflictingEditor<Saved> {
  readonly query: Pick<UseQueryOptions<Saved, CallError>, 'queryKey' | 'queryFn'>;
  readonly differences: (theirs: Saved) => readonly Difference[];
  readonly discard: () => void;
}

interface DraftConflictProps<Saved> {
  readonly editor: ConflictingEditor<Saved>;
  readonly error: CallError;
  readonly versionOf: (saved: Saved) => number | null;
  /** Without it, the differences aren't listed. */
  readonly nameOf?: (path: readonly string[]) => string;
  readonly says?: (value: unknown, path: readonly string[]) => string;
  readonly keep: (theirs: Saved) => void;
}

/** Somebody else saved what `useDraft` edits: their changes beside the edits made here. */
export function DraftConflict<Saved>({ editor, error, versionOf, nameOf, says = String, keep }: DraftConflictProps<Saved>) {
  const { data, isFetchedAfterMount } = useQuery({ ...editor.query, refetchOnMount: 'always' });
  const theirs = isFetchedAfterMount ? data : undefined;
  const differing = theirs === undefined || nameOf === undefined ? [] : editor.differences(theirs);
  return (
    <SavedMeanwhile
      person={personOf(error)}
      at={theirs === undefined ? undefined : (versionOf(theirs) ?? undefined)}
      differing={differing.map(({ path, before, theirs: now, mine }) => ({
        name: nameOf?.(path) ?? '',
        theirs: isEqual(before, now) ? says(now, path) : `${says(before, path)} → ${says(now, path)}`,
        mine: isEqual(mine, before) || isEqual(mine, now) ? t('not changed') : says(mine, path),
      }))}
      load={theirs === undefined ? undefined : editor.discard}
      keep={theirs === undefined ? undefined : () => keep(theirs)}
    />
  );
}

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
