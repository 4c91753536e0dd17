import type { Validity } from '#contract/rows/rule-state.ts';
import { useProjectTimeZone } from '#console-kit/session/rights.ts';
import { useFormats } from '#console-kit/text/format.ts';
import { t } from '#console-kit/text/i18n.ts';

export function useValidityText(): (validity: Validity) => string {
  const { momentIn } = useFormats();
  const timeZone = useProjectTimeZone();
  return ({ is_active: isActive, valid_from: from = null, valid_to: to = null }) => {
    if (isActive === false) return t('Off');
    if (from === null) return to === null ? t('always') : t('to {date}', { date: momentIn(to, timeZone) });
    const begin = momentIn(from, timeZone);
    return to === null
      ? t('from {date}', { date: begin })
      : t('from {from} to {to}', { from: begin, to: momentIn(to, timeZone) });
  };
}
