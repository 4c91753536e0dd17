import { Modal, Stack, Text, Title } from '@mantine/core';
import { t } from '#ui/text/i18n.ts';
import { terms } from './terms-text.tsx';

export function TermsDialog({ onClose }: { readonly onClose: () => void }) {
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
