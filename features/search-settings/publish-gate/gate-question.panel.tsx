import { Stack } from '@mantine/core';
import { confirm } from '#console-kit/dialog/confirm.tsx';
import { useErrorText } from '#console-kit/text/error-text.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { type GateQueries, type GateReport, isForPerson } from './gate-report.ts';
import { GateVerdict } from './publish-gate.panel.tsx';
import { checkAll, type CheckPart } from './use-gate-check.tsx';

/** The longest that saving a form waits for the check. */
const longestMs = 20_000;

interface GateQuestion {
  /** The queries that are compared. */
  readonly queries: (signal: AbortSignal) => Promise<GateQueries>;
  readonly publishLabel: string;
}

/** For changes that go live when saved: checks what visitors would notice, and asks if that is much. Answers whether to go on. */
export function useGateQuestion({ queries, publishLabel }: GateQuestion): (check: CheckPart) => Promise<boolean> {
  const t = useText();
  const errorText = useErrorText();
  const question = { title: t('Check before publishing'), confirmLabel: publishLabel, cancelLabel: t('Back to editing') };
  return async (check) => {
    const signal = AbortSignal.timeout(longestMs);
    let report: GateReport;
    try {
      report = await checkAll(queries, check, () => {}, signal);
    } catch (error) {
      return confirm({
        ...question,
        text: t('What searches would find could not be compared. {why}', { why: errorText(error) }),
      });
    }
    if (!isForPerson(report)) return true;
    const verdict = (
      <Stack gap={16}>
        <GateVerdict report={report} />
      </Stack>
    );
    return confirm({ ...question, text: verdict, isWide: true });
  };
}
