import { Anchor } from '@mantine/core';
import { t } from '#ui/text/i18n.ts';
import { MailedLink } from '#features/account/screen/mailed-link.panel.tsx';
import { confirmEmail } from '#features/account/profile/profile.contract.ts';

export default function EmailChangePage() {
  return (
    <MailedLink
      title={t('Confirm your new e-mail address')}
      purpose={t('You’ll sign in with this address.')}
      footer={<Anchor href="/profile">{t('Profile')}</Anchor>}
      endpoint={confirmEmail}
      button={t('Use this address')}
      doneText={({ email }) => t('Your e-mail address is now {email}.', { email })}
    />
  );
}
