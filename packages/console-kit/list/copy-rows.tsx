import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { maximumPageSize } from '#contract/page.ts';
import { call } from '#console-kit/calls/api.ts';
import { SideDrawer } from '#console-kit/dialog/side-drawer.tsx';
import { toast } from '#console-kit/dialog/toast.tsx';
import { useOwnProjects } from '#console-kit/session/own-projects.ts';
import { useProject } from '#console-kit/session/rights.ts';
import { useErrorText } from '#console-kit/text/error-text.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { idOf, type AnyCrud, type CrudState } from './crud.ts';

interface CopyRowsProps<C extends AnyCrud> {
  readonly crud: CrudState<C>;
  readonly isOpen: boolean;
  readonly close: () => void;
}

/** Copies the chosen rows, or all where none is chosen, to another project of the person. */
export function CopyRows<C extends AnyCrud>({ crud, isOpen, close }: CopyRowsProps<C>) {
  const t = useText();
  return (
    <SideDrawer isOpen={isOpen} title={t('Copy to another project')} onClose={close}>
      {isOpen && <CopyForm crud={crud} close={close} />}
    </SideDrawer>
  );
}

function CopyForm<C extends AnyCrud>({ crud, close }: Omit<CopyRowsProps<C>, 'isOpen'>) {
  const t = useText();
  const errorText = useErrorText();
  const current = useProject();
  const others = useOwnProjects().filter(({ id }) => id !== current?.id);
  const [token, setToken] = useState(others[0]?.token);
  const [isBusy, setIsBusy] = useState(false);
  const { selection, list } = crud;
  const count = selection.ids.size > 0 ? selection.ids.size : list.totalCount;
  const copy = async (project: string) => {
    setIsBusy(true);
    try {
      const ids = selection.ids.size > 0 ? [...selection.ids] : await allIds(crud);
      const { copied, skipped } = await call(crud.endpoints.copyTo, { ids, project } as never);
      selection.clear();
      toast({ text: t('{copied} copied, {skipped} were there already.', { copied, skipped }) });
      close();
    } catch (error) {
      toast({ text: errorText(error), kind: 'failure' });
    } finally {
      setIsBusy(false);
    }
  };
  if (others.length === 0) return <Text size="sm">{t('You have no other project yet.')}</Text>;
  return (
    <Stack gap={16}>
      <Text size="sm">{t('{count} rows are copied. What the other project has already stays as it is.', { count })}</Text>
      <NativeSelect
        label={t('Project')}
        data={others.map(({ token: value, name }) => ({ value, label: name }))}
        value={token}
        onChange={(event) => setToken(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={close}>
          {t('Cancel')}
        </Button>
        <Button loading={isBusy} onClick={() => token !== undefined && void copy(token)}>
          {t('Copy {count} rows', { count })}
        </Button>
      </Group>
    </Stack>
  );
}

/** Of all rows that the search of the list finds, page by page. */
async function allIds<C extends AnyCrud>({ endpoints, scope, list: { search } }: CrudState<C>): Promise<number[]> {
  const pageOf = (page: number) =>
    call(endpoints.list, { ...scope, search, order: 'asc', page, per_page: maximumPageSize } as never);
  const first = await pageOf(1);
  const ids = first.items.map(idOf);
  for (let page = 2; page <= first.total_pages; page += 1) ids.push(...(await pageOf(page)).items.map(idOf));
  return ids;
}
