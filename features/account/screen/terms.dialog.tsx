import { Modal, Stack, Text, Title } from '@mantine/core';
import { t, msg } from '#ui/text/i18n.ts';

export default function TermsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={t('Terms and conditions')} size={640} closeButtonProps={{ 'aria-label': t('Close') }}>
      <Stack gap={16}>
        {terms.map(({ title, text }) => (
          <section key={title}>
            <Title order={2} size="h3">
              {t(title)}
            </Title>
            <Text mt={4}>{t(text)}</Text>
          </section>
        ))}
      </Stack>
    </Modal>
  );
}

const terms = [
  {
    title: msg('1. Who runs this'),
    text: msg(
      'Aisle is free software that runs on a server of your own organisation or of somebody you trust. That person, the operator, is your partner in these terms. The authors of Aisle are not: they see none of your data.',
    ),
  },
  {
    title: msg('2. Your account'),
    text: msg(
      'Your account is for you alone. Keep your password to yourself, choose one that you use nowhere else, and tell the operator when you think that somebody else knows it. What is done under your account counts as done by you.',
    ),
  },
  {
    title: msg('3. What is kept about you'),
    text: msg(
      'Your name, your e-mail, your password in a form that cannot be read, the moments you signed in, and which changes you made. This serves only to let you in and to tell colleagues who changed what. You can see and change your details, and deactivate the account, at any time.',
    ),
  },
  {
    title: msg('4. Data of your shop'),
    text: msg(
      'Items, rules and settings stay yours. The operator stores them to make search work and gives them to nobody else. Your catalogue is read from the addresses that you enter, and only shown to visitors of your shop.',
    ),
  },
  {
    title: msg('5. Visitors of your shop'),
    text: msg(
      'Searches are counted without cookies and without names. A visitor is a mark that changes every day, unless your shop sends a mark of its own. If it does, telling your visitors about it is up to you.',
    ),
  },
  {
    title: msg('6. Colleagues and rights'),
    text: msg(
      'Owners of a project decide who may enter it and what each person may do. Invite only people who should see the data of the project, and take their rights away when they leave.',
    ),
  },
  {
    title: msg('7. Fair use'),
    text: msg(
      'Enter only addresses and data that you may use. Do not try to get around rights or limits, and do not load the server on purpose. The operator may block an account that does.',
    ),
  },
  {
    title: msg('8. No warranty'),
    text: msg(
      'The software comes as it is, under the Apache License 2.0, without warranty. The operator looks after backups and updates and says beforehand when search will be out of reach.',
    ),
  },
  {
    title: msg('9. Changes and the end'),
    text: msg(
      'When these terms change, you are told before they apply. You may leave at any time by deactivating your account; the last owner of a project first hands it over or deletes it. A deleted project is erased after 30 days.',
    ),
  },
];
