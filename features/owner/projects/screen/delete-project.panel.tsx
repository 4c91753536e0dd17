import { Button } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { keptProjectDays } from '#contract/limits.ts';
import { call } from '#ui/calls/api.ts';
import { confirm } from '#ui/dialog/confirm.tsx';
import { toast } from '#ui/calls/toast.ts';
import { forgetUnsaved } from '#ui/state/unsaved.ts';
import { switchProject } from '#ui/dialog/switch-project.ts';
import { errorText } from '#ui/calls/error-text.ts';
import { t } from '#ui/text/i18n.ts';
import { nameAmong } from '#ui/text/namesakes.ts';
import { listProjects, type Project, readDefaultProject } from '#features/owner/projects/projects.contract.ts';
import { readProjectLosses, removeProject } from '#features/owner/projects/deletion.contract.ts';

export function DeleteProject({ project }: { readonly project: Project }) {
  const { id, name } = project;
  const [isBusy, setBusy] = useState(false);
  const ask = async () => {
    const [losses, projects] = await Promise.all([call(readProjectLosses, { id }), call(listProjects, {})]);
    const { item_count: count } = losses;
    const items = count === null ? t('all items (search can’t count them now)') : t('{count} items', { count });
    const rules = t('{count} rules', { count: losses.rule_count });
    const users = t('the access of {count} users', { count: losses.user_count });
    return confirm({
      title: t('Delete “{name}”?', { name: nameAmong(project, projects) }),
      text: [
        t('This deletes {items}, {rules}, {users} and its statistics.', { items, rules, users }),
        t('It can be restored for {days} days.', { days: keptProjectDays }),
      ].join(' '),
      confirmLabel: t('Delete project'),
      typed: name,
      isDanger: true,
    });
  };
  const remove = async () => {
    setBusy(true);
    try {
      if (!(await ask())) return;
      await call(removeProject, { id, name });
      forgetUnsaved();
      forgetUnsaved('page');
      await openNext();
    } catch (error) {
      toast({ text: errorText(error), kind: 'failure' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      color="red"
      variant="outline"
      leftSection={<Trash2 size={16} aria-hidden />}
      loading={isBusy}
      onClick={() => void remove()}
    >
      {t('Delete project')}
    </Button>
  );
}

async function openNext(): Promise<void> {
  const list = '/owner/projects?state=deleted';
  const next = (await call(readDefaultProject, {})) ?? (await call(listProjects, {}))[0];
  if (next) await switchProject(next.token, list);
  else location.assign(list);
}
