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
import { useSession } from '#ui/state/session.ts';

/** Why a page can't be saved until one of two versions is chosen. */
export const conflictReason = (failure: CallError | null | undefined): string | undefined =>
  failure?.code === 'changedMeanwhile' ? t('Choose one of the two versions first.') : undefined;

interface SavedMeanwhileProps<Saved> {
  readonly query: Pick<UseQueryOptions<Saved, CallError>, 'queryKey' | 'queryFn'>;
  readonly error: CallError;
  readonly versionOf: (theirs: Saved) => number | null;
  readonly differing: (theirs: Saved) => readonly { readonly name: string; readonly theirs: string; readonly mine: string }[];
  readonly load: (theirs: Saved) => void;
  readonly save: (theirs: Saved) => void;
  /** Saving merges the edits into their version; otherwise it replaces that version. */
  readonly isOnTop?: boolean;
}

function SavedMeanwhile<Saved>({ query, error, versionOf, differing, load, save, isOnTop = false }: SavedMeanwhileProps<Saved>) {
  const { data, isFetchedAfterMount } = useQuery({ ...query, refetchOnMount: 'always' });
  const theirs = isFetchedAfterMount ? data : undefined;
  const at = theirs === undefined ? null : versionOf(theirs);
  const fields = theirs === undefined ? [] : differing(theirs);
  const me = useSession()?.person;
  const person = personOf(error);
  const isOwn = me !== undefined && person === `${me.name} ${me.surname}`.trim();
  const names = { person: person ?? t('Somebody') };
  const button = (run: (saved: Saved) => void) => ({
    size: 'xs',
    variant: 'default',
    disabled: theirs === undefined,
    onClick: () => theirs !== undefined && run(theirs),
  });
  return (
    <Alert role="alert" icon={<GitMerge size={18} aria-hidden />}>
      <Stack gap={12}>
        <Text size="sm">
          {isOwn
            ? isOnTop
              ? t('You saved this in another tab. Load that version, or keep your changes on top.')
              : t('You saved this in another tab. Load that version, or replace it.')
            : isOnTop
              ? t('{person} saved this. Load that version, or keep your changes on top.', names)
              : t('{person} saved this. Load that version, or replace it.', names)}
          {at !== null && (
            <Text span size="sm" c="dimmed">
              {' '}
              (<Moment at={at} />)
            </Text>
          )}
        </Text>
        {fields.length > 0 && (
          <table className={classes.differing}>
            <thead>
              <tr>
                <th scope="col">{t('Field')}</th>
                <th scope="col">{isOwn ? t('Other tab') : t('Theirs')}</th>
                <th scope="col">{isOwn ? t('This tab') : t('Mine')}</th>
              </tr>
            </thead>
            <tbody>
              {fields.map((field) => (
                <tr key={field.name}>
                  <th scope="row">{field.name}</th>
                  <td>{field.theirs}</td>
                  <td>{field.mine}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <Group gap={8}>
          <Button {...button(load)}>{t('Load that version')}</Button>
          <Button {...button(save)}>{isOnTop ? t('Keep mine on top') : t('Replace it')}</Button>
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
  readonly query: SavedMeanwhileProps<Saved>['query'];
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

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Somebody else saved what `useDraft` edits: their changes beside the edits made here. */
export function DraftConflict<Saved>({ editor, nameOf, says = String, keep, ...conflict }: DraftConflictProps<Saved>) {
  const shown = ({ path, before, theirs, mine }: Difference) => ({
    name: nameOf?.(path) ?? '',
    theirs: isEqual(before, theirs) ? says(theirs, path) : `${says(before, path)} → ${says(theirs, path)}`,
    mine: isEqual(mine, before) || isEqual(mine, theirs) ? t('not changed') : says(mine, path),
  });
  return (
    <SavedMeanwhile
      {...conflict}
      query={editor.query}
      differing={(theirs) => (nameOf ? editor.differences(theirs).map(shown) : [])}
      load={editor.discard}
      save={keep}
      isOnTop
    />
  );
}

interface EditedRecord<Saved> {
  readonly newest: SavedMeanwhileProps<Saved>['query'];
  readonly names: Readonly<Record<string, string>>;
  readonly inputOf: (saved: Saved) => object;
  readonly says?: (name: string, value: unknown) => string;
}

const asText = (_name: string, value: unknown): string => String((value as string | null) ?? '');
const versionOf = (saved: unknown): number | null =>
  (saved as { readonly updated_at?: number } | null | undefined)?.updated_at ?? null;

/** A form that saves in place of `over`, at first the version it began with. Its key is a version of `begun`. */
export function useRecordVersions<Saved>(opened: Saved, { newest, names, inputOf, says = asText }: EditedRecord<Saved>) {
  const [begun, setBegun] = useState(opened);
  const over = useRef(opened);
  const begin = (saved: Saved) => {
    over.current = saved;
    setBegun(() => saved);
  };
  const refused = (error: CallError, form: Pick<AnyForm, 'values'> & { submit(): void }) => {
    if (error.code !== 'changedMeanwhile') return null;
    const replace = (theirs: Saved) => {
      over.current = theirs;
      form.submit();
    };
    const differing = (theirs: Saved) =>
      Object.entries(inputOf(theirs)).flatMap(([name, value]) => {
        const field = { theirs: says(name, value), mine: says(name, form.values[name]) };
        return name in names && field.theirs !== field.mine ? [{ name: names[name]!, ...field }] : [];
      });
    return (
      <SavedMeanwhile query={newest} error={error} versionOf={versionOf} differing={differing} load={begin} save={replace} />
    );
  };
  return { begun, over, begin, refused };
}

export function RecordGone({ close }: { readonly close: () => void }) {
  return (
    <Empty
      icon={FileX}
      title={t('Deleted since the link was created.')}
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
