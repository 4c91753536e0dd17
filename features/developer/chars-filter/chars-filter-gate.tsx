import { call } from '#console-kit/calls/api.ts';
import type { RowGate } from '#console-kit/crud/crud.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { useGateQuestion } from '#features/search-settings/publish-gate/gate-question.panel.tsx';
import { checkCharFilters, type charFilters, readCharFilterQueries } from './chars-filter.contract.ts';

/** Replacements act on every query at once, so what visitors would notice is looked at before. */
export function useCharFilterGate(): RowGate<typeof charFilters> {
  const t = useText();
  const ask = useGateQuestion({
    queries: (signal) => call(readCharFilterQueries, {}, { signal }),
    publishLabel: t('Do it anyway'),
  });
  return ({ put = [], without = [] }) =>
    ask((part, signal) => call(checkCharFilters, { ...part, put: put as never, without: [...without] }, { signal }));
}
