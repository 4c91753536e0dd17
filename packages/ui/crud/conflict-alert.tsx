import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { GitMerge } from 'lucide-react';
import type { CallError } from '#ui/calls/call-error.ts';
import { query } from '#ui/calls/queries.ts';
import { personOf, SavedMeanwhile } from '#ui/form/saved-meanwhile.tsx';
import { t } from '#ui/text/i18n.ts';
import { type AnyCrud, type ItemOf } from '#contract/crud.ts';
import { inputOf, type CrudState } from './crud.ts';

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

export function ConflictAlert<C extends AnyCrud>(props: ConflictAlertProps<C>) {
  const { crud, id, error } = props;
  const isDeleted = error.code === 'deletedMeanwhile';
  const { data } = useQuery({
    ...query((crud.endpoints as AnyCrud).read, { id }),
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
