import { Button, Skeleton } from '@mantine/core';
import { followingAnswer, useCall } from '#ui/calls/queries.ts';
import { toast } from '#ui/calls/toast.ts';
import { Loaded } from '#ui/page/loaded.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { errorText } from '#ui/calls/error-text.ts';
import { t } from '#ui/text/i18n.ts';
import { ActivityTable } from './activity-table.panel.tsx';
import { readActivity, signOutElsewhere } from '#features/account/activity/activity.contract.ts';

export function OwnActivityPanel() {
  const end = useCall(signOutElsewhere, { refreshes: [readActivity] });
  const endOthers = () =>
    end.mutate(
      {},
      {
        onSuccess: ({ count }) => toast({ text: t('{count} sessions ended.', { count }) }),
        onError: (error) => toast({ text: errorText(error), kind: 'failure' }),
      },
    );
  return (
    <Panel
      id="activity"
      title={t('Activity')}
      text={t('What was done with your account in the last 90 days.')}
      actions={
        <Button variant="default" loading={end.isPending} onClick={endOthers}>
          {t('Sign out everywhere else')}
        </Button>
      }
    >
      <Loaded query={followingAnswer(readActivity, {})} skeleton={<Skeleton height={160} />}>
        {({ data }) => <ActivityTable rows={data} />}
      </Loaded>
    </Panel>
  );
}
