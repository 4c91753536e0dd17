import { Button, Group, Skeleton, Stack, Switch, Text, Title } from '@mantine/core';
import { Send } from 'lucide-react';
import { followingAnswer, useAction } from '#ui/calls/queries.ts';
import { toast } from '#ui/calls/toast.ts';
import { Loaded } from '#ui/page/states.tsx';
import { t } from '#ui/text/i18n.ts';
import {
  listWeeklyReports,
  type ReportSetting,
  sendWeeklyReport,
  turnWeeklyReport,
} from '#features/analytics/weekly-report/weekly-report.contract.ts';

export function WeeklyReports() {
  return (
    <Loaded query={followingAnswer(listWeeklyReports, {})} skeleton={<Skeleton height={80} />}>
      {({ data, beside }) =>
        data.length > 0 && (
          <Stack gap={12}>
            <div>
              <Title order={3}>{t('Weekly report')}</Title>
              <Text size="sm" c="dimmed">
                {t('On Monday morning: top and rising queries, searches without results, and what to fix first.')}
              </Text>
            </div>
            {data.map((report) => (
              <Report key={report.id} report={report} sendsMail={beside.sends_mail} />
            ))}
          </Stack>
        )
      }
    </Loaded>
  );
}

function Report({
  report: { id, name, is_on: isOn },
  sendsMail,
}: {
  readonly report: ReportSetting;
  readonly sendsMail: boolean;
}) {
  const turn = useAction(turnWeeklyReport, { refreshes: [listWeeklyReports] });
  const send = useAction(sendWeeklyReport);
  const sendNow = () => send.mutate({ id }, { onSuccess: ({ email }) => toast({ text: t('Sent to {email}.', { email }) }) });
  return (
    <Group justify="space-between" gap={8}>
      <Switch
        label={name}
        checked={isOn}
        disabled={!sendsMail}
        onChange={(event) => turn.mutate({ id, is_on: event.currentTarget.checked })}
        styles={{ label: { overflowWrap: 'anywhere' } }}
      />
      <Button
        variant="default"
        size="xs"
        leftSection={<Send size={14} aria-hidden />}
        loading={send.isPending}
        disabled={!sendsMail}
        aria-label={`${t('Send me this report now')}: ${name}`}
        onClick={sendNow}
      >
        {t('Send me this report now')}
      </Button>
    </Group>
  );
}
