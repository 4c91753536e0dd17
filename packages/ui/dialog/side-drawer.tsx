import { Drawer, Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { RecordForm, type RecordFormProps } from '#ui/form/form.tsx';
import { t } from '#ui/text/i18n.ts';
import { mayLeave } from './may-leave.ts';
import { useSettled } from './use-settled.ts';
import type { FormSchema } from '#ui/form/record-form.ts';
import { AfterWait } from '#ui/page/states.tsx';

const widthPx = 480;
const wideWidthPx = 920;

interface SideDrawerProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** Esc closes it and returns the focus; changes are asked about first. Keep it mounted, to know where the focus was. */
export function SideDrawer({ isOpen, title, onClose, isWide = false, children }: SideDrawerProps) {
  const isSettled = useSettled(isOpen);
  const close = async () => {
    if (await mayLeave()) onClose();
  };
  return (
    <Drawer
      opened={isOpen}
      onClose={() => void close()}
      title={title}
      position="right"
      size={isWide ? wideWidthPx : widthPx}
      closeOnClickOutside={isSettled}
      closeButtonProps={{ 'aria-label': t('Close') }}
      styles={{ body: { container: 'content / inline-size' } }}
    >
      {children}
    </Drawer>
  );
}

interface DrawerFormProps<S extends FormSchema> extends Omit<RecordFormProps<S>, 'onCancel'> {
  readonly onClose: () => void;
}

/** A form in a drawer. Saving closes the drawer. */
export function DrawerForm<S extends FormSchema>({ onClose, onSaved, ...form }: DrawerFormProps<S>) {
  const cancel = async () => {
    if (await mayLeave()) onClose();
  };
  const finish = () => {
    onSaved?.();
    onClose();
  };
  return <RecordForm {...form} onSaved={finish} onCancel={() => void cancel()} />;
}

export const FormSkeleton = () => (
  <AfterWait>
    <Stack gap={20} aria-hidden>
      <Skeleton height={36} />
      <Skeleton height={36} />
      <Skeleton height={72} />
    </Stack>
  </AfterWait>
);
