import { ArchiveRestore, Trash2 } from 'lucide-react';
import { useAction } from '#ui/calls/queries.ts';
import { toast } from '#ui/calls/toast.ts';
import { useShortList } from '#ui/list/short-list.ts';
import { Table } from '#ui/list/table.tsx';
import { Empty } from '#ui/page/states.tsx';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import { keptProjectDays } from '#contract/limits.ts';
import { listProjects } from '#features/owner/projects/projects.contract.ts';
import { listDeletedProjects, restoreProject } from '#features/owner/projects/deletion.contract.ts';

export function DeletedProjects({ list }: { readonly list: ReturnType<typeof useDeletedList> }) {
  const restore = useAction(restoreProject, { refreshes: [listProjects, listDeletedProjects] });
  return (
    <Table
      label={t('Deleted projects')}
      list={list}
      columns={[
        { name: 'name', title: t('Name'), cell: ({ name }) => name, isSortable: true },
        { name: 'deleted', title: t('Deleted'), cell: ({ deleted_at: at }) => <Moment at={at} />, isSortable: true },
        { name: 'by', title: t('Deleted by'), cell: ({ deleted_by: person }) => person ?? '–' },
        { name: 'until', title: t('Can be restored until'), cell: ({ restorable_until: at }) => formats.moment(at) },
      ]}
      keyOf={({ id }) => id}
      actions={({ id, name }) => [
        {
          label: t('Restore project'),
          icon: ArchiveRestore,
          run: () => restore.mutate({ id }, { onSuccess: () => toast({ text: t('“{name}” is restored.', { name }) }) }),
          disabledReason: restore.isPending ? t('One moment') : undefined,
        },
      ]}
      empty={
        <Empty
          icon={Trash2}
          title={t('No project was deleted')}
          text={t('You can restore a deleted project for {days} days.', { days: keptProjectDays })}
        />
      }
    />
  );
}

export const useDeletedList = () =>
  useShortList(
    listDeletedProjects,
    {},
    {
      name: ({ name }) => name,
      deleted: ({ deleted_at: at }) => at,
    },
  );
