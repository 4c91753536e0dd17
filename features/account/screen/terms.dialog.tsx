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
      'Aisle is free software on a server of your organisation or of somebody you trust. That operator is your partner in these terms. The authors of Aisle see none of your data.',
    ),
  },
  {
    title: msg('2. Your account'),
    text: msg(
      'Your account is yours alone, and what is done with it counts as done by you. Use a password of its own, and tell the operator if somebody else knows it.',
    ),
  },
  {
    title: msg('3. What is kept about you'),
    text: msg(
      'Your name, e-mail, a hash of your password, your sign-ins and your changes. You can see and change your details, and deactivate the account, at any time.',
    ),
  },
  {
    title: msg('4. Data of your shop'),
    text: msg(
      'Items, rules and settings stay yours. The operator stores them to make search work and gives them to nobody else.',
    ),
  },
  {
    title: msg('5. Visitors of your shop'),
    text: msg(
      'Searches are counted without cookies and names, by a mark that changes daily. If your shop sends a mark of its own, you inform your visitors.',
    ),
  },
  {
    title: msg('6. Colleagues and rights'),
    text: msg('Owners decide who may enter a project and what each person may do.'),
  },
  {
    title: msg('7. Fair use'),
    text: msg(
      'Use only addresses and data that you may use, and don’t bypass rights or limits. The operator may block an account that does.',
    ),
  },
  {
    title: msg('8. No warranty'),
    text: msg(
      'Aisle comes as it is, under the Apache License 2.0, without warranty. The operator looks after backups and updates.',
    ),
  },
  {
    title: msg('9. Changes and the end'),
    text: msg(
      'Changes of these terms are announced in advance. You may leave at any time; the last owner of a project first hands it over or deletes it. A deleted project is erased after 30 days.',
    ),
  },
];
