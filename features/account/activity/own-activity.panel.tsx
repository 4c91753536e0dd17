import { Button, Skeleton } from '@mantine/core';
import { followingAnswer, useCall } from '#console-kit/calls/queries.ts';
import { toast } from '#console-kit/dialog/toast.tsx';
import { Loaded } from '#console-kit/page/loaded.tsx';
import { Panel } from '#console-kit/page/panel.tsx';
import { errorText } from '#console-kit/text/error-text.ts';
import { t } from '#console-kit/text/i18n.ts';
import { ActivityTable } from './activity-table.panel.tsx';
import { readActivity, signOutElsewhere } from './activity.contract.ts';

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
