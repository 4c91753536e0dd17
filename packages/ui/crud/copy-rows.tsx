import { Alert, Button, Group, List, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnyCrud } from '#contract/crud.ts';
import { isErrorCode, type Problem } from '#contract/errors.ts';
import { allows } from '#contract/permission.ts';
import type { RowCopyOutcome } from '#contract/rows/row-copies.ts';
import { call } from '#ui/calls/api.ts';
import { errorText, problemText } from '#ui/calls/error-text.ts';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { toast } from '#ui/calls/toast.ts';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { RefetchBar, LoadError } from '#ui/page/states.tsx';
import { useOwnProjects, useProject } from '#ui/state/session.ts';
import { type Translate, t } from '#ui/text/i18n.ts';
import type { CrudState } from './crud.ts';

interface CopyRowsProps<C extends AnyCrud> {
  readonly crud: CrudState<C>;
  readonly isOpen: boolean;
  readonly close: () => void;
}

/** The selected rows, or all. */
export function CopyRows<C extends AnyCrud>({ crud, isOpen, close }: CopyRowsProps<C>) {
  return (
    <SideDrawer isOpen={isOpen} title={t('Copy to another project')} onClose={close}>
      {isOpen && <CopyForm crud={crud} close={close} />}
    </SideDrawer>
  );
}

function CopyForm<C extends AnyCrud>({ crud, close }: Omit<CopyRowsProps<C>, 'isOpen'>) {
  const current = useProject();
  const { needs } = crud.endpoints.copyTo;
  const others = useOwnProjects().filter(({ id, rights }) => id !== current?.id && allows(rights, needs));
  const [token, setToken] = useState('');
  const [collection, setCollection] = useState<number>();
  const { selection, list } = crud;
  const [chosen] = useState(() => [...selection.ids]);
  const count = chosen.length > 0 ? chosen.length : list.totalCount;
  if (others.length === 0) return <Text size="sm">{t('You have no other project to copy to.')}</Text>;
  return (
    <Stack gap={16}>
      {count !== undefined && (
        <Text size="sm">{t('{count} rows are copied. What the other project has already stays as it is.', { count })}</Text>
      )}
      <NativeSelect
        label={t('Project')}
        data={[{ value: '', label: t('Choose a project') }, ...others.map(({ token: value, name }) => ({ value, label: name }))]}
        value={token}
        onChange={(event) => {
          setToken(event.currentTarget.value);
          setCollection(undefined);
        }}
      />
      {token === '' ? (
        <CopyButtons count={count} isDisabled close={close} />
      ) : (
        <CopyPreview
          key={token}
          crud={crud}
          target={{ project: token, ...(collection !== undefined && { collection }) }}
          idsOf={() => (chosen.length > 0 ? Promise.resolve(chosen) : crud.allIds())}
          chooseCollection={setCollection}
          close={close}
        />
      )}
    </Stack>
  );
}

const shownRefusals = 20;

interface CopyPreviewProps<C extends AnyCrud> {
  readonly crud: CrudState<C>;
  readonly target: { readonly project: string; readonly collection?: number };
  readonly idsOf: () => Promise<readonly number[]>;
  readonly chooseCollection: (id: number) => void;
  readonly close: () => void;
}

function CopyPreview<C extends AnyCrud>({ crud, target, idsOf, chooseCollection, close }: CopyPreviewProps<C>) {
  const [isBusy, setIsBusy] = useState(false);
  const send = async (isDryRun: boolean): Promise<RowCopyOutcome> =>
    call((crud.endpoints as AnyCrud).copyTo, { ids: [...(await idsOf())], ...target, dry_run: isDryRun });
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [crud.endpoints.copyTo.path, target.project, target.collection ?? null],
    queryFn: () => send(true),
    gcTime: 0,
  });
  const copy = async () => {
    setIsBusy(true);
    try {
      const { copied } = await send(false);
      crud.selection.clear();
      toast({ text: t('{count} rows were copied.', { count: copied }) });
      close();
    } catch (failure) {
      toast({ text: errorText(failure), kind: 'failure' });
    } finally {
      setIsBusy(false);
    }
  };
  if (error) return <LoadError error={error} retry={() => void refetch()} />;
  const count = data?.copied ?? 0;
  return (
    <Stack gap={16}>
      <RefetchBar isMoving={isFetching} />
      {data && data.collections.length > 0 && (
        <NativeSelect
          label={t('Collection')}
          data={[
            ...(data.collection === null ? [{ value: '', label: '–' }] : []),
            ...data.collections.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={String(target.collection ?? data.collection ?? '')}
          error={data.collection === null && t('No collection with that name there. Choose one.')}
          onChange={(event) => chooseCollection(Number(event.currentTarget.value))}
        />
      )}
      {data && <Foreseen outcome={data} />}
      <CopyButtons
        count={data ? count : undefined}
        isDisabled={count === 0}
        isBusy={isBusy}
        copy={() => void copy()}
        close={close}
      />
    </Stack>
  );
}

function Foreseen({ outcome }: { readonly outcome: RowCopyOutcome }) {
  const { copied, same, refused, refused_count: refusedCount } = outcome;
  return (
    <Stack gap={8}>
      <Text size="sm" fw={600} role="status">
        {[t('{count} new', { count: copied }), t('{count} there already', { count: same })].join(', ')}
      </Text>
      {refusedCount > 0 && (
        <Alert color="red" title={t('Not copied: {n}', { n: refusedCount })}>
          <List size="sm" spacing={2}>
            {refused.slice(0, shownRefusals).map((one) => (
              <List.Item key={one.id}>{refusalText(t, one)}</List.Item>
            ))}
          </List>
          {refusedCount > shownRefusals && (
            <Text size="sm">{t('and {count} more', { count: refusedCount - shownRefusals })}</Text>
          )}
        </Alert>
      )}
    </Stack>
  );
}

function refusalText(t: Translate, { name, field, code, message, parameters }: RowCopyOutcome['refused'][number]): string {
  const problem = { field, code, message, ...(parameters && { parameters }) } as Problem;
  const what = isErrorCode(code) ? problemText(t, problem) : message;
  return t('“{name}”: {what}', { name, what });
}

interface CopyButtonsProps {
  readonly count: number | undefined;
  readonly isDisabled: boolean;
  readonly isBusy?: boolean;
  readonly copy?: () => void;
  readonly close: () => void;
}

function CopyButtons({ count, isDisabled, isBusy = false, copy, close }: CopyButtonsProps) {
  const block = useSavingBlock();
  return (
    <Group justify="flex-end" gap={8}>
      <Button variant="default" onClick={close}>
        {t('Cancel')}
      </Button>
      <Button disabled={isDisabled || block !== undefined} title={block} loading={isBusy} onClick={copy}>
        {count === 0 ? t('Nothing to copy') : t('Copy {count} rows', { count: count ?? 0 })}
      </Button>
    </Group>
  );
}
