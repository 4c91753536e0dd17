import { Drawer } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { t } from '#ui/text/i18n.ts';
import { mayLeave } from './may-leave.ts';

const doubleClickMs = 500;

/** Ignores the second click of the double click that opened it. */
export function useSettled(isOpen: boolean): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = setTimeout(() => setSettled(true), doubleClickMs);
    return () => {
      clearTimeout(timer);
      setSettled(false);
    };
  }, [isOpen]);
  return isOpen && isSettled;
}

const widthPx = 480;
const wideWidthPx = 920;

interface SideDrawerProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** Keep it mounted, so that it returns the focus. */
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
