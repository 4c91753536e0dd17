import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { query } from '#console-kit/calls/queries.ts';
import { Status } from '#console-kit/page/status.tsx';
import { useText } from '#console-kit/text/i18n.ts';
import { FindingMark, useFindings } from '#features/search-settings/linter/findings.panel.tsx';
import { type Fixit, readFixitStates } from './fixit.contract.ts';

/** Rows that another one catches the queries of, and rows whose replacement finds nothing. */
export function useFixitStates(rows: readonly Fixit[]): (row: Fixit) => ReactNode {
  const t = useText();
  const asked = query(readFixitStates, { ids: rows.map(({ id }) => id).join() });
  const versions = rows.map(({ updated_at: version }) => version);
  const { data } = useQuery({ ...asked, queryKey: [...asked.queryKey, versions], enabled: rows.length > 0 });
  const findings = useFindings('fixits');
  const states = new Map(data?.map((one) => [one.id, one]));
  return ({ id }) => {
    const { state = 'active', shadowed_by: other } = states.get(id) ?? {};
    if (state === 'dead') return <Status kind="error" label={t('Finds nothing')} />;
    const finding = findings.get(id);
    if (state === 'active') return finding?.kind === 'loop' ? <FindingMark finding={finding} /> : null;
    return (
      <>
        <Status kind="unreached" label={t('Never reached')} />
        {other && (
          <Text size="xs" c="dimmed">
            {t('“{term}” catches this first.', { term: other.term })}
          </Text>
        )}
      </>
    );
  };
}
