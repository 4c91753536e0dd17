import { Badge } from '@mantine/core';
import { PlainTable } from '#ui/list/table.tsx';
import { msg, t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import type { Activity, ActivityKind } from '#features/account/activity/activity.contract.ts';

const kindTexts: Readonly<Record<ActivityKind, string>> = {
  signedIn: msg('Signed in'),
  signInFailed: msg('Somebody typed a wrong password'),
  passwordChanged: msg('Changed the password'),
  passwordReset: msg('Set a new password by a mailed link'),
  emailChanged: msg('Changed the e-mail address'),
  signedOutElsewhere: msg('Signed out everywhere else'),
  secondFactorOn: msg('Turned on two-factor authentication'),
  secondFactorOff: msg('Turned off two-factor authentication'),
  secondFactorOffByAdmin: msg('Two-factor authentication was turned off by an administrator'),
  recoveryCodesRenewed: msg('Made new recovery codes'),
  recoveryCodeUsed: msg('Used a recovery code'),
};

/** What was done with an account, newest first. */
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
