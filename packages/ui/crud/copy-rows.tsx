import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { AnyCrud, RowCopyOutcome } from '#contract/crud.ts';
import type { Problem } from '#contract/errors.ts';
import { allows } from '#contract/permission.ts';
import { call } from '#ui/calls/api.ts';
import { problemText } from '#ui/calls/error-text.ts';
import { useSavingBlock } from '#ui/calls/saving.ts';
import { orToast, toast } from '#ui/calls/toast.ts';
import { RowProblems } from '#ui/files/import-rows.tsx';
import { useOwnProjects, useProject } from '#ui/state/session.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import type { CrudState } from './crud.ts';

interface CopyRowsProps<C extends AnyCrud> {
  readonly crud: CrudState<C>;
  readonly close: () => void;
}

/** Copies the selected rows, or all. */
export function CopyRows<C extends AnyCrud>({ crud, close }: CopyRowsProps<C>) {
  const { endpoints, selection, list } = crud;
  const current = useProject();
  const others = useOwnProjects().filter(({ id, rights }) => id !== current?.id && allows(rights, endpoints.copyTo.needs));
  const block = useSavingBlock();
  const [project, setProject] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<RowCopyOutcome>();
  const [chosen] = useState(() => [...selection.ids]);
  const count = chosen.length > 0 ? chosen.length : (list.totalCount ?? 0);
  const copy = async () => {
    setBusy(true);
    await orToast(async () => {
      const ids = chosen.length > 0 ? chosen : [...(await crud.allIds())];
      const done = await call((endpoints as AnyCrud).copyTo, { ids, project });
      selection.clear();
      toast({ text: t('{count} rows were copied.', { count: done.copied }) });
      if (done.copied === count) close();
      else setOutcome(done);
    });
    setBusy(false);
  };
  if (others.length === 0) return <Text size="sm">{t('You have no other project to copy to.')}</Text>;
  return (
    <Stack gap={16}>
      <Text size="sm">{t('{count} rows are copied. What the other project has already stays as it is.', { count })}</Text>
      <NativeSelect
        label={t('Project')}
        data={[{ value: '', label: t('Choose a project') }, ...others.map(({ token: value, name }) => ({ value, label: name }))]}
        value={project}
        onChange={(event) => setProject(event.currentTarget.value)}
      />
      {outcome && <Outcome outcome={outcome} />}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={close}>
          {outcome ? t('Close') : t('Cancel')}
        </Button>
        <Button
          disabled={project === '' || block !== undefined}
          title={block}
          loading={isBusy}
          onClick={() => isBusy || void copy()}
        >
          {t('Copy {count} rows', { count })}
        </Button>
      </Group>
    </Stack>
  );
}

function Outcome({ outcome: { copied, same, refused, refused_count: refusedCount } }: { readonly outcome: RowCopyOutcome }) {
  return (
    <>
      <Text size="sm" fw={600} role="status">
        {formats.list([t('{count} new', { count: copied }), t('{count} there already', { count: same })])}
      </Text>
      {refusedCount > 0 && (
        <RowProblems
          title={t('Not copied: {n}', { n: refusedCount })}
          texts={refused.map((one) => t('“{name}”: {what}', { name: one.name, what: problemText(t, one as Problem) }))}
        />
      )}
    </>
  );
}
