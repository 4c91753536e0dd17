import { Alert, Button, Group, Stack, Text, Box } from '@mantine/core';
import { GitMerge, FileX } from 'lucide-react';
import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { CallError } from '#ui/calls/api.ts';
import { t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import classes from './conflict.module.css';
import type { Difference } from './use-draft.ts';
import { Empty } from '#ui/page/states.tsx';
import { errorText } from '#ui/calls/error-text.ts';
import { FormFailures } from './form.tsx';
import type { AnyForm } from './record-form.ts';
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

interface EditedRecord<Saved> {
  readonly newest: ConflictingEditor<Saved>['query'];
  readonly names: Readonly<Record<string, string>>;
  readonly inputOf: (saved: Saved) => object;
  readonly says?: (name: string, value: unknown) => string;
}

/** A form that saves in place of `over`, at first the version it began with. Its key is a version of `begun`. */
export function useRecordVersions<Saved>(opened: Saved, record: EditedRecord<Saved>) {
  const [begun, setBegun] = useState(opened);
  const over = useRef(opened);
  const begin = (saved: Saved) => {
    over.current = saved;
    setBegun(() => saved);
  };
  const refused = (error: CallError, form: Pick<AnyForm, 'values'> & { submit(): void }) => {
    const replace = (theirs: Saved) => {
      over.current = theirs;
      form.submit();
    };
    return error.code === 'changedMeanwhile' ? (
      <RecordConflict {...record} error={error} mine={form.values} load={begin} replace={replace} />
    ) : null;
  };
  return { begun, over, begin, refused };
}

interface RecordConflictProps<Saved> extends EditedRecord<Saved> {
  readonly error: CallError;
  readonly mine: Readonly<Record<string, unknown>>;
  readonly load: (theirs: Saved) => void;
  readonly replace: (theirs: Saved) => void;
}

function RecordConflict<Saved>(props: RecordConflictProps<Saved>) {
  const {
    newest,
    error,
    names,
    inputOf,
    says = (_name, value) => String((value as string | null) ?? ''),
    mine,
    load,
    replace,
  } = props;
  const { data, isFetchedAfterMount } = useQuery({ ...newest, refetchOnMount: 'always' });
  const theirs = isFetchedAfterMount ? data : undefined;
  const differing = Object.entries(theirs === undefined ? {} : inputOf(theirs))
    .filter(([name]) => name in names)
    .map(([name, value]) => ({ name: names[name]!, theirs: says(name, value), mine: says(name, mine[name]) }))
    .filter((one) => one.theirs !== one.mine);
  return (
    <SavedMeanwhile
      person={personOf(error)}
      at={(theirs as { readonly updated_at?: number } | null | undefined)?.updated_at}
      differing={differing}
      load={theirs === undefined ? undefined : () => load(theirs)}
      replace={theirs === undefined ? undefined : () => replace(theirs)}
    />
  );
}

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
