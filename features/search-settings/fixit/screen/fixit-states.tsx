import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { query } from '#ui/calls/queries.ts';
import { Status } from '#ui/page/status.tsx';
import { t } from '#ui/text/i18n.ts';
import { FindingMark, useFindings } from '#features/search-settings/linter/findings.panel.tsx';
import { type Fixit, readDeadFixits } from '#features/search-settings/fixit/fixit.contract.ts';

/** Marks rows that never act, that form a loop, or whose replacement finds nothing. */
export function useFixitStates(rows: readonly Fixit[]): (row: Fixit) => ReactNode {
  const asked = query(readDeadFixits, { ids: rows.map(({ id }) => id).join() });
  const versions = rows.map(({ updated_at: version }) => version);
  const { data } = useQuery({ ...asked, queryKey: [...asked.queryKey, versions], enabled: rows.length > 0 });
  const findings = useFindings('fixits');
  return ({ id }) => {
    const finding = findings.get(id);
    if (finding) return <FindingMark finding={finding} />;
    return data?.includes(id) ? <Status kind="error" label={t('Finds nothing')} /> : null;
  };
}
