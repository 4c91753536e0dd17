import { Anchor, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { t } from '#ui/text/i18n.ts';
import { version } from '#apps/console/version.ts';
import { signOut } from './top-bar/sign-out.ts';
import classes from './footer.module.css';

export function Footer() {
  const [isSupportOpen, support] = useDisclosure();
  return (
    <footer className={classes.footer}>
      <button type="button" className={classes.link} onClick={support.open}>
        {t('Support')}
      </button>
      <button type="button" className={classes.link} onClick={() => void signOut()}>
        {t('Sign out')}
      </button>
      <span className={classes.version}>{version}</span>
      <SupportDialog isOpen={isSupportOpen} onClose={support.close} />
    </footer>
  );
}

function SupportDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('Support')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <Stack gap={12}>
        <Text>{t('Need help? Ask the administrator of this server, who sees its log and its data.')}</Text>
        <Text>{t('For rights and projects, ask an owner of the project.')}</Text>
        <Text>
          <Anchor href="/docs" target="_blank" rel="noreferrer">
            {t('Documentation')}
          </Anchor>
        </Text>
        <Text size="xs" c="dimmed">
          {t('Version {version}', { version })}
        </Text>
      </Stack>
    </Modal>
  );
}
