import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { GitMerge } from 'lucide-react';
import type { CallError } from '#ui/calls/call-error.ts';
import { query } from '#ui/calls/queries.ts';
import { inputOf, type AnyCrud, type CrudState, type ItemOf } from '#ui/crud/crud.ts';
import { t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import classes from './conflict-alert.module.css';

type Fields = Readonly<Record<string, unknown>>;

interface ConflictAlertProps<C extends AnyCrud> {
  readonly crud: Pick<CrudState<C>, 'endpoints' | 'close'>;
  readonly id: number;
  readonly error: CallError;
  readonly names: Readonly<Record<string, string>>;
  readonly mine: Fields;
  readonly says: (name: string, value: unknown) => string;
  readonly load: (theirs: ItemOf<C>) => void;
  readonly replace: (theirs: ItemOf<C>) => void;
  readonly saveAsNew: () => void;
}

/** Somebody else changed or deleted the record since the form was opened. What differs stands beside each other, and nothing is lost. */
export function ConflictAlert<C extends AnyCrud>(props: ConflictAlertProps<C>) {
  const { crud, id, error } = props;
  const isDeleted = error.code === 'deletedMeanwhile';
  const { data } = useQuery({
    ...query(crud.endpoints.read, { id } as never),
    enabled: !isDeleted,
    staleTime: 0,
  });
  return isDeleted ? <DeletedAlert {...props} /> : <ChangedAlert {...props} theirs={data as ItemOf<C> | undefined} />;
}

function DeletedAlert<C extends AnyCrud>({ crud, error, saveAsNew }: ConflictAlertProps<C>) {
  return (
    <Alert role="alert" icon={<GitMerge size={18} aria-hidden />}>
      <Stack gap={12}>
        <Text size="sm">{t('{person} deleted this in the meantime.', { person: personOf(error) ?? t('Somebody') })}</Text>
        <Group gap={8}>
          <Button size="xs" onClick={saveAsNew}>
            {t('Save as new')}
          </Button>
          <Button size="xs" variant="default" onClick={crud.close}>
            {t('Close')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

function ChangedAlert<C extends AnyCrud>({
  crud,
  error,
  names,
  mine,
  says,
  load,
  replace,
  theirs,
}: ConflictAlertProps<C> & { readonly theirs: ItemOf<C> | undefined }) {
  const stored = theirs === undefined ? {} : (inputOf(crud.endpoints, theirs) as Fields);
  const differing = Object.keys(names)
    .filter((name) => name in stored)
    .map((name) => ({ name: names[name] ?? name, theirs: says(name, stored[name]), mine: says(name, mine[name]) }))
    .filter((one) => one.theirs !== one.mine);
  return (
    <SavedMeanwhile
      person={personOf(error)}
      at={(theirs as { readonly updated_at?: number } | undefined)?.updated_at}
      differing={differing}
      load={theirs && (() => load(theirs))}
      replace={theirs && (() => replace(theirs))}
    />
  );
}

interface SavedMeanwhileProps {
  readonly person: string | undefined;
  readonly at: number | undefined;
  /** What isn't the same in both versions, in words. */
  readonly differing: readonly { readonly name: string; readonly theirs: string; readonly mine: string }[];
  /** Undefined until that version is there. */
  readonly load: (() => void) | undefined;
  /** Saves what is edited here in place of that version. */
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
            ? t('{person} saved this in the meantime. Load that version, or keep your changes on top of it.', names)
            : t('{person} saved this in the meantime. Load that version, or replace it with yours.', names)}
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

/** The name of who was faster, where it is still known. */
export function personOf({ parameters }: CallError): string | undefined {
  const person = parameters['person'];
  return typeof person === 'string' && person !== '' ? person : undefined;
}
