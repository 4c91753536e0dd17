import { Badge, Button, Skeleton, Table } from '@mantine/core';
import { useCall } from '#console-kit/calls/queries.ts';
import { followingAnswer } from '#console-kit/calls/queries.ts';
import { toast } from '#console-kit/dialog/toast.tsx';
import { Loaded } from '#console-kit/page/loaded.tsx';
import { Panel } from '#console-kit/page/panel.tsx';
import { useErrorText } from '#console-kit/text/error-text.ts';
import { msg, useText } from '#console-kit/text/i18n.ts';
import { Moment } from '#console-kit/text/moment.tsx';
import { type Activity, type ActivityKind, readActivity, signOutElsewhere } from './activity.contract.ts';

const kindTexts: Readonly<Record<ActivityKind, string>> = {
  signedIn: msg('Signed in'),
  passwordChanged: msg('Changed the password'),
  passwordReset: msg('Set a new password by a mailed link'),
  emailChanged: msg('Changed the e-mail address'),
  signedOutElsewhere: msg('Signed out everywhere else'),
};

export function ActivityPanel() {
  const t = useText();
  const errorText = useErrorText();
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

function ActivityTable({ rows }: { readonly rows: readonly Activity[] }) {
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
                {t(kindTexts[kind])} {isHere && <Badge variant="default">{t('here')}</Badge>}
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
