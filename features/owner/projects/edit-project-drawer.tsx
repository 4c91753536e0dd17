import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { useAddress } from '#console-kit/state/address.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { query, useCall } from '#console-kit/calls/queries.ts';
import { DrawerForm, FormSkeleton, SideDrawer } from '#console-kit/dialog/side-drawer.tsx';
import { LoadError } from '#console-kit/page/states.tsx';
import { currentSession, setSession } from '#console-kit/session/session.ts';
import { toast } from '#console-kit/dialog/toast.tsx';
import { listProjects, readProject, type Project } from './projects.contract.ts';
import { ProjectSettings, updateProject } from './settings/project-settings.contract.ts';

const { name, url } = ProjectSettings.shape;
const ProjectChanges = z.object({ name, url });

/** Name and address of a project. Its own address is `?edit=3`. */
export function EditProjectDrawer() {
  const t = useText();
  const [address, change] = useAddress();
  const id = Number(address['edit']);
  const isOpen = Number.isInteger(id) && id > 0;
  const { data: project, error, refetch } = useQuery({ ...query(readProject, { id }), enabled: isOpen });
  const update = useCall(updateProject, { refreshes: [listProjects, readProject] });
  const close = () => change({ edit: undefined });
  return (
    <SideDrawer isOpen={isOpen} title={t('Edit project')} onClose={close}>
      {project && (
        <DrawerForm
          key={project.id}
          schema={ProjectChanges}
          initial={{ name: project.name, url: project.url }}
          names={{ name: t('Name'), url: t('Website address') }}
          save={async (values) => showInShell(await update.mutateAsync({ ...values, id: project.id }))}
          onSaved={() => toast({ text: t('The project was saved.') })}
          saveLabel={t('Save changes')}
          isChange
          onClose={close}
        >
          {(form) => (
            <>
              <TextInput {...form.field('name')} data-autofocus />
              <TextInput {...form.field('url')} type="url" inputMode="url" placeholder="https://" />
            </>
          )}
        </DrawerForm>
      )}
      {!project && (error ? <LoadError error={error} retry={() => void refetch()} /> : <FormSkeleton />)}
    </SideDrawer>
  );
}

/** The shell shows the selected project by what the session says of it. */
function showInShell({ id, name: newName, url: newUrl }: Project): void {
  const session = currentSession();
  if (session?.project?.id === id) setSession({ ...session, project: { ...session.project, name: newName, url: newUrl } });
}
