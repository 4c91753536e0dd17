import { Alert, Button, Group, Stack, Text, Box } from '@mantine/core';
import { GitMerge, FileX } from 'lucide-react';
import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import type { CallError } from '#ui/calls/api.ts';
import { t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import classes from './conflict.module.css';
import type { Difference } from './use-draft.ts';
import { Empty } from '#ui/page/states.tsx';
import { errorText } from '#ui/calls/error-text.ts';
import { FormFailures } from './form.tsx';
import { AllowedLink } from '#ui/page/allowed-button.tsx';
import { linkTo } from '#ui/state/address.ts';

interface SavedMeanwhileProps {
  readonly person: string | undefined;
  readonly at: number | undefined;
  readonly differing: readonly { readonly name: string; readonly theirs: string; readonly mine: string }[];
  readonly load: (() => void) | undefined;
  readonly replace?: (() => void) | undefined;
  readonly keep?: (() => void) | undefined;
}

export function SavedMeanwhile({ person, at, differing, load, ...own }: SavedMeanwhileProps) {
  const names = { person: person ?? t('Somebody') };
  const isOnTop = 'keep' in own;
  const save = isOnTop ? own.keep : own.replace;
  return (
    <Alert role="alert" icon={<GitMerge size={18} aria-hidden />}>
      <Stack gap={12}>
        <Text size="sm">
          {isOnTop
            ? t('{person} saved this. Load that version, or keep your changes on top.', names)
            : t('{person} saved this. Load that version, or replace it.', names)}
          {at !== undefined && (
            <Text span size="sm" c="dimmed">
              {' '}
              (<Moment at={at} />)
            </Text>
          )}
        </Text>
        {differing.length > 0 && (
          <table className={classes.differing}>
            <thead>
              <tr>
                <th scope="col">{t('Field')}</th>
                <th scope="col">{t('Theirs')}</th>
                <th scope="col">{t('Mine')}</th>
              </tr>
            </thead>
            <tbody>
              {differing.map(({ name, theirs, mine }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{theirs}</td>
                  <td>{mine}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <Group gap={8}>
          <Button size="xs" variant="default" disabled={load === undefined} onClick={load}>
            {t('Load that version')}
          </Button>
          <Button size="xs" variant="default" disabled={save === undefined} onClick={save}>
            {isOnTop ? t('Keep mine on top') : t('Replace it')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

export function personOf({ parameters }: CallError): string | undefined {
  const person = parameters['person'];
  return typeof person === 'string' && person !== '' ? person : undefined;
}

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

export function RecordGone({ close }: { readonly close: () => void }) {
  return (
    <Empty
      icon={FileX}
      title={t('It no longer exists.')}
      text={t('Deleted since the link was created.')}
      action={
        <Button variant="default" onClick={close}>
          {t('Show all')}
        </Button>
      }
    />
  );
}

interface RefusedSaveProps {
  readonly failure: CallError | null;
  readonly conflict: (failure: CallError) => ReactNode;
  readonly say?: ((failure: CallError) => string) | undefined;
}

export function RefusedSave({ failure, conflict, say }: RefusedSaveProps) {
  if (failure === null) return null;
  return (
    <InView of={failure}>
      {failure.code === 'changedMeanwhile' ? conflict(failure) : <FormFailures failures={[(say ?? errorText)(failure)]} />}
    </InView>
  );
}

/** Scrolled into view, as the button may be far below. */
export function InView({ of, children }: { readonly of: unknown; readonly children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  // In braces: scrollIntoView may return a promise, which React would take for a clean-up.
  useEffect(() => {
    element.current?.scrollIntoView({ block: 'center' });
  }, [of]);
  return (
    <Box ref={element} mb={16}>
      {children}
    </Box>
  );
}

export function LastChanged({ item, isRule = false }: { readonly item: unknown; readonly isRule?: boolean }) {
  const { updated_at: at, updated_by: person } = item as { readonly updated_at: number; readonly updated_by: string | null };
  return (
    <Text size="xs" c="dimmed">
      {person === null ? t('Changed') : t('Changed by {person}', { person })} <Moment at={at} />
      {isRule && (
        <>
          {' · '}
          <AllowedLink needs="search" to={linkTo('/search-settings/releases', {})} size="xs">
            {t('Releases')}
          </AllowedLink>
        </>
      )}
    </Text>
  );
}
