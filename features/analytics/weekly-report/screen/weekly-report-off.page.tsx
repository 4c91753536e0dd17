import { Anchor } from '@mantine/core';
import { t } from '#ui/text/i18n.ts';
import { MailedLink } from '#features/account/screen/mailed-link.panel.tsx';
import { stopWeeklyReport } from '#features/analytics/weekly-report/weekly-report.contract.ts';

export default function WeeklyReportOffPage() {
  return (
    <MailedLink
      title={t('Weekly report')}
      purpose={t('You can turn it on again in your profile.')}
      footer={<Anchor href="/profile#e-mails">{t('E-mail settings')}</Anchor>}
      endpoint={stopWeeklyReport}
      button={t('Turn off')}
      doneText={() => t('The weekly report won’t be mailed to you any more.')}
    />
  );
}
