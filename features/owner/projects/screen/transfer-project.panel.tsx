import { Button, Radio, Select, Stack, Text } from '@mantine/core';
import { ArrowRightLeft } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { Id } from '#contract/fields.ts';
import { call } from '#ui/calls/api.ts';
import { confirm } from '#ui/dialog/confirm.tsx';
import { DrawerForm } from '#ui/form/drawer-form.tsx';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { forgetUnsaved } from '#ui/state/unsaved.ts';
import { Withdrawn } from '#ui/form/record-form.ts';
import { useProfile } from '#ui/state/rights.ts';
import { t } from '#ui/text/i18n.ts';
import { type Project, type ProjectBeside, transferProject } from '#features/owner/projects/projects.contract.ts';

const Transfer = z.object({ user_id: Id, stays: z.enum(['yes', 'no']) });
type User = ProjectBeside['project_users'][number];

interface TransferProjectProps {
  readonly project: Project;
  readonly users: readonly User[];
}

export function TransferProject({ project, users }: TransferProjectProps) {
  const [isOpen, setOpen] = useState(false);
  const candidates = users.filter((user) => !user.is_owner);
  return (
    <>
      <Button
        variant="default"
        leftSection={<ArrowRightLeft size={16} aria-hidden />}
        onClick={() => candidates.length > 0 && setOpen(true)}
        {...(candidates.length === 0 && {
          'aria-disabled': true,
          'data-disabled': true,
          title: t('Nobody else works in this project. Invite somebody first.'),
        })}
      >
        {t('Transfer to another owner…')}
      </Button>
      <SideDrawer isOpen={isOpen} title={t('Transfer project')} onClose={() => setOpen(false)}>
        <TransferForm project={project} candidates={candidates} close={() => setOpen(false)} />
      </SideDrawer>
    </>
  );
}

interface TransferFormProps {
  readonly project: Project;
  readonly candidates: readonly User[];
  readonly close: () => void;
}

function TransferForm({ project: { id, name, is_owner: isOwner }, candidates, close }: TransferFormProps) {
  const { is_admin: isAdmin } = useProfile();
  const choices = candidates.map((user) => ({ value: String(user.id), label: `${user.name} ${user.surname}` }));
  const ask = async (userId: number) => {
    const person = choices.find(({ value }) => value === String(userId))?.label ?? '';
    const isSure = await confirm({
      title: t('Transfer “{name}”?', { name }),
      text: isOwner
        ? t('{person} will own the project. Only they can give it back.', { person })
        : t('{person} will also own the project.', { person }),
      confirmLabel: t('Transfer project'),
      isDanger: true,
    });
    if (!isSure) throw new Withdrawn();
  };
  const transfer = async ({ user_id: userId, stays }: z.output<typeof Transfer>) => {
    await ask(userId);
    await call(transferProject, { id, user_id: userId, stays: stays === 'yes' });
    forgetUnsaved();
    forgetUnsaved('page');
    // Rights have changed, so the page reloads.
    location.assign(isOwner && stays === 'no' && !isAdmin ? '/dashboard' : `/dashboard?p=${id}`);
  };
  return (
    <DrawerForm
      schema={Transfer}
      initial={{ user_id: null as unknown as number, stays: 'yes' }}
      names={{ user_id: t('New owner'), stays: t('And you?') }}
      save={transfer}
      saveLabel={t('Transfer project')}
      onClose={close}
    >
      {(form) => (
        <Stack gap={16}>
          <Text size="sm">{t('Another user becomes the owner. You both get an e-mail.')}</Text>
          <Select {...form.field('user_id')} data={choices} searchable data-autofocus />
          {isOwner && (
            <Radio.Group {...form.field('stays')}>
              <Stack gap={8} mt={8}>
                <Radio value="yes" label={t('Stay in all groups')} />
                <Radio value="no" label={t('Leave the project')} />
              </Stack>
            </Radio.Group>
          )}
        </Stack>
      )}
    </DrawerForm>
  );
}
