import { useQuery } from '@tanstack/react-query';
import { query } from '#console-kit/calls/queries.ts';
import { useAllowed } from '#console-kit/session/rights.ts';
import { linkTo } from '#console-kit/state/address.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { countAlerts } from '#features/developer/check-items/check-items.contract.ts';
import { askEveryMs } from './asking.ts';
import type { Work } from './work-row.tsx';

/** Watched items that are no longer where they have to be. */
export function useCheckWork(): Work[] {
  const t = useText();
  const maySee = useAllowed(countAlerts.needs);
  const { data } = useQuery({ ...query(countAlerts, {}), enabled: maySee, refetchInterval: askEveryMs });
  const count = maySee ? (data?.count ?? 0) : 0;
  if (count === 0) return [];
  const text = t('{count} check items on alert', { count });
  return [{ key: 'check items', kind: 'error', text, to: linkTo('/developer/check-items') }];
}
