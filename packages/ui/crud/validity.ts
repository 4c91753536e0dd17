import type { Validity } from '#contract/rows/rule-state.ts';
import { useProjectTimeZone } from '#ui/state/rights.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';

export function useValidityText(): (validity: Validity) => string {
  const timeZone = useProjectTimeZone();
  return ({ is_active: isActive, valid_from: from = null, valid_to: to = null }) => {
    if (isActive === false) return t('Off');
    if (from === null) return to === null ? t('always') : t('to {date}', { date: formats.momentIn(to, timeZone) });
    const begin = formats.momentIn(from, timeZone);
    return to === null
      ? t('from {date}', { date: begin })
      : t('from {from} to {to}', { from: begin, to: formats.momentIn(to, timeZone) });
  };
}
