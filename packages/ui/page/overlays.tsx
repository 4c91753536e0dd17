import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core';
import { t } from '#ui/text/i18n.ts';

type Opened<Props> = Omit<Props, 'opened'> & { readonly isOpen: boolean };

export const OpenDrawer = ({ isOpen, ...drawer }: Opened<DrawerProps>) => (
  <Drawer opened={isOpen} closeButtonProps={{ 'aria-label': t('Close') }} {...drawer} />
);

export const OpenDialog = ({ isOpen, ...dialog }: Opened<ModalProps>) => (
  <Modal opened={isOpen} closeButtonProps={{ 'aria-label': t('Close') }} {...dialog} />
);
