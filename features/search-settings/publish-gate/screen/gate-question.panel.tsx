import { Stack } from '@mantine/core';
import { confirm } from '#ui/dialog/confirm.tsx';
import { useAllowed } from '#ui/state/session.ts';
import { errorText } from '#ui/calls/error-text.ts';
import { t } from '#ui/text/i18n.ts';
import { redQuestion, GateVerdict } from './publish-gate.panel.tsx';
import { type GateQueries, type GateReport, isForPerson, checkAll, type CheckPart } from './gate-check.tsx';

const longestMs = 20_000;

interface GateQuestion {
  readonly queries: (signal: AbortSignal) => Promise<GateQueries>;
  readonly publishLabel: string;
}

/** For changes that go live when saved: checks what visitors would notice, and asks if that is much. Answers whether to go on. */
export function useGateQuestion({ queries, publishLabel }: GateQuestion): (check: CheckPart) => Promise<boolean> {
  const mayOverrule = useAllowed('owner');
  const question = { title: t('Check before publishing'), confirmLabel: publishLabel, cancelLabel: t('Cancel') };
  return async (check) => {
    const signal = AbortSignal.timeout(longestMs);
    let report: GateReport;
    try {
      report = await checkAll(queries, check, () => {}, signal);
    } catch (error) {
      return confirm({
        ...question,
        text: t('Couldn’t preview the impact. {why}', { why: errorText(error) }),
      });
    }
    if (!isForPerson(report)) return true;
    const verdict = (
      <Stack gap={16}>
        <GateVerdict report={report} />
      </Stack>
    );
    if (report.reds.length === 0) return confirm({ ...question, text: verdict, isWide: true });
    const blocked = mayOverrule ? undefined : t('Owners and administrators may publish anyway.');
    return confirm({ ...redQuestion(t, report.reds.length), text: verdict, isWide: true, blocked });
  };
}
