import { useProjectTimeZone } from '#console-kit/session/rights.ts';
import { useFormats } from '#console-kit/text/format.ts';
import { useText } from '#console-kit/text/i18n.ts';

/** Of a rule: whether it is on, and its bounds in epoch milliseconds; null, or nothing, for none. */
export interface Validity {
  readonly is_active?: boolean | undefined;
  readonly valid_from?: number | null | undefined;
  readonly valid_to?: number | null | undefined;
}

/** Why a rule does nothing at a moment; null where it acts. */
export function idleReason({ is_active: isActive, valid_from: from, valid_to: to }: Validity, now: number) {
  if (isActive === false) return 'off';
  if ((to ?? Infinity) <= now) return 'ended';
  return (from ?? -Infinity) > now ? 'coming' : null;
}

/** In a few words, by the clocks of the project. */
export function useValidityText(): (validity: Validity) => string {
  const t = useText();
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
