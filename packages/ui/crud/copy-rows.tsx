import { NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { allows } from '#contract/permission.ts';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { useOwnProjects } from '#ui/state/own-projects.ts';
import { useProject } from '#ui/state/rights.ts';
import { t } from '#ui/text/i18n.ts';
import { allIds } from './all-rows.ts';
import { CopyButtons } from './copy-buttons.tsx';
import { CopyPreview } from './copy-preview.tsx';
import type { AnyCrud } from '#contract/crud.ts';
import type { CrudState } from './crud.ts';

interface CopyRowsProps<C extends AnyCrud> {
  readonly crud: CrudState<C>;
  readonly isOpen: boolean;
  readonly close: () => void;
}

/** Copies the chosen rows, or all where none is chosen, to another project of the person. */
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
  if (others.length === 0) return <Text size="sm">{t('You have no other project that you may copy to.')}</Text>;
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
          idsOf={() => (chosen.length > 0 ? Promise.resolve(chosen) : allIds(crud))}
          chooseCollection={setCollection}
          close={close}
        />
      )}
    </Stack>
  );
}
