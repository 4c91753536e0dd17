import { Anchor, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query, useAction } from '#ui/calls/queries.ts';
import { t } from '#ui/text/i18n.ts';
import { readSignUpRules } from '#features/account/account.contract.ts';
import { cancelEmailChange, mailEmailChangeAgain, readUserData } from '#features/account/personal-data/personal-data.contract.ts';

interface OpenEmailChangeProps {
  readonly email: string;
  readonly newEmail: string;
}

/** An address waits until the link that was mailed to it is opened. */
export function OpenEmailChange({ email, newEmail }: OpenEmailChangeProps) {
  const { data: rules } = useQuery(query(readSignUpRules, {}));
  const again = useAction(mailEmailChangeAgain, { done: t('A new link is on its way. The one before opens nothing any more.') });
  const cancel = useAction(cancelEmailChange, { refreshes: [readUserData], done: t('The address stays as it is.') });
  return (
    <Group gap="4px 12px">
      <Text size="sm" c="dimmed" role="status">
        {t('Open the link we sent to {new}. Until then {old} stays.', { new: newEmail, old: email })}
        {rules?.sends_mail === false && ` ${t('This server sends no mails. Whoever looks after it finds the link in its log.')}`}
      </Text>
      <Anchor component="button" type="button" size="sm" disabled={again.isPending} onClick={() => again.mutate({})}>
        {t('Send again')}
      </Anchor>
      <Anchor component="button" type="button" size="sm" disabled={cancel.isPending} onClick={() => cancel.mutate({})}>
        {t('Cancel the change')}
      </Anchor>
    </Group>
  );
}
