import { Alert, List, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { isErrorCode, type Problem } from '#contract/errors.ts';
import type { RowCopyOutcome } from '#contract/rows/row-copies.ts';
import { call } from '#ui/calls/api.ts';
import { toast } from '#ui/calls/toast.ts';
import { RefetchBar } from '#ui/page/refetch-bar.tsx';
import { LoadError } from '#ui/page/states.tsx';
import { problemText, errorText } from '#ui/calls/error-text.ts';
import { type Translate, t } from '#ui/text/i18n.ts';
import { CopyButtons } from './copy-buttons.tsx';
import type { AnyCrud } from '#contract/crud.ts';
import type { CrudState } from './crud.ts';

const shownRefusals = 20;

interface CopyPreviewProps<C extends AnyCrud> {
  readonly crud: CrudState<C>;
  readonly target: { readonly project: string; readonly collection?: number };
  readonly idsOf: () => Promise<readonly number[]>;
  readonly chooseCollection: (id: number) => void;
  readonly close: () => void;
}

export function CopyPreview<C extends AnyCrud>({ crud, target, idsOf, chooseCollection, close }: CopyPreviewProps<C>) {
  const [isBusy, setIsBusy] = useState(false);
  const send = async (isDryRun: boolean): Promise<RowCopyOutcome> =>
    call(crud.endpoints.copyTo, { ids: await idsOf(), ...target, dry_run: isDryRun } as never);
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
          error={data.collection === null && t('No collection there has the same name. Choose one.')}
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
  const { copied, same, refused, refused_count: refusedCount, missing_items: missing } = outcome;
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
      {missing && missing.count > 0 && (
        <Alert
          color="gray"
          icon={<TriangleAlert size={18} aria-hidden color="var(--aisle-waiting)" />}
          title={t('{count} items aren’t in that collection', { count: missing.count })}
        >
          <Text size="sm">{t('They are copied along, and act once that catalogue has them.')}</Text>
          <List size="sm" spacing={2} mt={4}>
            {missing.told.map(({ id, name }) => (
              <List.Item key={id}>{name === id ? t('ID {id}', { id }) : name}</List.Item>
            ))}
            {missing.count > missing.told.length && (
              <List.Item>{t('and {count} more', { count: missing.count - missing.told.length })}</List.Item>
            )}
          </List>
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
