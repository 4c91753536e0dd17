import { Text } from '@mantine/core';
import { CircleCheck } from 'lucide-react';
import { useList } from '#ui/list/list.ts';
import { Table } from '#ui/list/table.tsx';
import { Empty } from '#ui/page/states.tsx';
import { t } from '#ui/text/i18n.ts';
import { listFailedCalls } from '#features/super-admin/api-logs/api-logs.contract.ts';
import { CallName, CallStatus, CallTime, reasonText } from './call-cells.tsx';

/** The failed calls of the project's shop. */
export function FailedCalls() {
  const list = useList(listFailedCalls, {});
  return (
    <>
      <Table
        label={t('Failed calls')}
        list={list}
        columns={[
          {
            name: 'call',
            title: t('Call'),
            cell: (call) => (
              <>
                <CallName call={call} />
                <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  {call.parameters.map(({ name, value }) => `${name}=${value}`).join(' · ')}
                </Text>
              </>
            ),
            isName: true,
          },
          { name: 'status', title: t('Status'), cell: (call) => <CallStatus call={call} />, isWideOnly: true },
          { name: 'reason', title: t('Reason'), cell: (call) => reasonText(t, call) },
          { name: 'time', title: t('Time'), cell: (call) => <CallTime call={call} /> },
          { name: 'agent', title: t('Agent'), cell: ({ agent }) => agent || '–', isWideOnly: true },
        ]}
        keyOf={({ id }) => id}
        empty={
          <Empty
            icon={CircleCheck}
            title={t('No call of your shop failed in 7 days.')}
            text={t('Calls with a wrong client ID belong to no project and are missing here.')}
          />
        }
      />
      {!list.isEmpty && (
        <Text size="sm" c="dimmed" mt={8}>
          {t('Calls with a wrong client ID belong to no project and are missing here.')}
        </Text>
      )}
    </>
  );
}
