import { Badge, Button, Skeleton } from '@mantine/core';
import { PlainTable } from '#ui/list/table.tsx';
import { msg, t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import { type Activity, type ActivityKind, readActivity, signOutElsewhere } from '#features/account/account.contract.ts';
import { followingAnswer, useCall } from '#ui/calls/queries.ts';
import { toast } from '#ui/calls/toast.ts';
import { Loaded } from '#ui/page/states.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { errorText } from '#ui/calls/error-text.ts';

const kindTexts: Readonly<Record<ActivityKind, string>> = {
  signedIn: msg('Signed in'),
  signInFailed: msg('Wrong password entered'),
  passwordChanged: msg('Changed the password'),
  passwordReset: msg('Set a new password by link'),
  emailChanged: msg('Changed the e-mail address'),
  signedOutElsewhere: msg('Signed out everywhere else'),
  secondFactorOn: msg('Turned on two-factor authentication'),
  secondFactorOff: msg('Turned off two-factor authentication'),
  secondFactorOffByAdmin: msg('Two-factor authentication was turned off by an administrator'),
  recoveryCodesRenewed: msg('Generated new recovery codes'),
  recoveryCodeUsed: msg('Used a recovery code'),
};

export function ActivityTable({ rows }: { readonly rows: readonly Activity[] }) {
  return (
    <PlainTable
      label={t('Activity')}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { name: 'what', title: t('What'), cell: (row) => <What {...row} /> },
        { name: 'when', title: t('When'), cell: ({ created_at: at }) => <Moment at={at} /> },
        { name: 'browser', title: t('Browser'), cell: ({ browser }) => browser },
        { name: 'address', title: t('Address'), cell: ({ address }) => address },
      ]}
    />
  );
}

function What({ kind, is_here: isHere }: Activity) {
  return (
    <>
      {t(kindTexts[kind])}{' '}
      {isHere && (
        <Badge variant="default" tt="none" fw={500}>
          {t('here')}
        </Badge>
      )}
    </>
  );
}

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
      text={t('The last 90 days of your account.')}
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
