import { Badge, Table } from '@mantine/core';
import { msg, useText } from '#console-kit/text/i18n.ts';
import { Moment } from '#console-kit/text/moment.tsx';
import type { Activity, ActivityKind } from './activity.contract.ts';

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
  const t = useText();
  return (
    <Table.ScrollContainer minWidth={480} type="native" tabIndex={0} role="region" aria-label={t('Activity')}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {[t('When'), t('What'), t('Browser'), t('Address')].map((title) => (
              <Table.Th key={title}>{title}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ id, created_at: at, kind, browser, address, is_here: isHere }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <Moment at={at} />
              </Table.Td>
              <Table.Td>
                {t(kindTexts[kind])}{' '}
                {isHere && (
                  <Badge variant="default" tt="none" fw={500}>
                    {t('here')}
                  </Badge>
                )}
              </Table.Td>
              <Table.Td>{browser}</Table.Td>
              <Table.Td>{address}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
