import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { query } from '#console-kit/calls/queries.ts';
import { Panel } from '#console-kit/page/panel.tsx';
import { t } from '#console-kit/text/i18n.ts';
import { InvitationAnswer } from '#features/access-management/invitations/invitation-answer.panel.tsx';
import { listMyInvitations } from '#features/access-management/invitations/invitations.contract.ts';
import type { ProjectState } from '#features/dashboard/dashboard.contract.ts';
import { useBeginnings } from './beginnings.tsx';
import { useFeedWork } from './feed-work.tsx';
import { useProblemWork } from './problem-work.tsx';
import { useRuleWork } from './rule-work.tsx';
import { type Work, WorkRow } from './work-row.tsx';
import classes from './to-do.module.css';
import { useAllowed } from '#console-kit/session/rights.ts';
import { linkTo } from '#console-kit/state/address.ts';
import { countAlerts } from '#features/developer/check-items/check-items.contract.ts';
import { askEveryMs } from './asking.ts';

/** More would be a list that nobody reads. */
const shownRows = 6;

/** What waits for somebody, the worst first, of what the person may do. */
export function ToDo({ state }: { readonly state: ProjectState }) {
  const feeds = useFeedWork(state.troubled_feeds);
  const checks = useCheckWork();
  const problems = useProblemWork(state);
  const rules = useRuleWork();
  const invitations = useInvitations();
  const beginnings = useBeginnings(state);
  const all = [...feeds, ...checks, ...problems, ...rules.work, ...invitations, ...beginnings];
  return (
    <Panel title={t('To do')}>
      {all.length === 0 ? (
        <Text size="sm" className={classes.good}>
          <CircleCheck size={16} aria-hidden />
          {t('All good.')}
        </Text>
      ) : (
        <ul className={classes.rows}>
          {all.slice(0, shownRows).map((work) => (
            <WorkRow key={work.key} work={work} />
          ))}
        </ul>
      )}
      {rules.gate}
    </Panel>
  );
}

function useInvitations(): Work[] {
  const { data: invitations = [] } = useQuery(query(listMyInvitations, {}));
  return invitations.map(({ id, project_name: project, invited_by: inviter }) => ({
    key: `invitation ${id}`,
    kind: 'invited',
    text: t('You are invited to “{project}”', { project }),
    details: t('by {inviter}', { inviter }),
    action: <InvitationAnswer id={id} />,
  }));
}

function useCheckWork(): Work[] {
  const maySee = useAllowed(countAlerts.needs);
  const { data } = useQuery({ ...query(countAlerts, {}), enabled: maySee, refetchInterval: askEveryMs });
  const count = maySee ? (data?.count ?? 0) : 0;
  if (count === 0) return [];
  const text = t('{count} check items on alert', { count });
  return [{ key: 'check items', kind: 'error', text, to: linkTo('/developer/check-items') }];
}
