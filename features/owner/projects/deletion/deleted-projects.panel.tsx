import { useQuery } from '@tanstack/react-query';
import { ArchiveRestore, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { query, useAction } from '#ui/calls/queries.ts';
import { toast } from '#ui/calls/toast.ts';
import { useShortList } from '#ui/list/short-list.ts';
import { Table } from '#ui/list/table.tsx';
import { Empty } from '#ui/page/states.tsx';
import { useAddress } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import { keptProjectDays } from '#contract/limits.ts';
import { listProjects } from '#features/owner/projects/projects.contract.ts';
import { listDeletedProjects, restoreProject } from './deletion.contract.ts';

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
          run: () => restore.mutate({ id }, { onSuccess: () => toast({ text: t('“{name}” is back, as it was.', { name }) }) }),
          disabledReason: restore.isPending ? t('One moment') : undefined,
        },
      ]}
      empty={
        <Empty
          icon={Trash2}
          title={t('No project was deleted')}
          text={t('A deleted project stays here for {days} days and can be restored.', { days: keptProjectDays })}
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

/** Tells once of the project that was deleted just before. */
export function useRemovalTold(): void {
  const [address, change] = useAddress();
  const id = Number(address['removed'] ?? 0);
  const { data } = useQuery({ ...query(listDeletedProjects, {}), enabled: id > 0 });
  const told = useRef(false);
  useEffect(() => {
    if (data === undefined || id === 0 || told.current) return;
    told.current = true;
    const removed = data.find((project) => project.id === id);
    change({ removed: undefined }, { isReplacing: true });
    if (!removed) return;
    toast({
      text: t('Deleted. Restorable until {date} in Projects.', { date: formats.moment(removed.restorable_until) }),
      action: { label: t('Show'), run: () => change({ state: 'deleted' }) },
      durationMs: toldMs,
    });
  }, [change, data, id]);
}

/** Long enough to be read after a page that has just loaded. */
const toldMs = 10_000;
