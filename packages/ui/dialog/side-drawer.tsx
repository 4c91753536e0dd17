import { type ReactNode, useState } from 'react';
import { Drawer } from '#ui/page/later.tsx';
import { mayLeave } from './may-leave.ts';

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
  // Kept while it slides away.
  const [lastTitle, setLastTitle] = useState(title);
  if (isOpen && title !== lastTitle) setLastTitle(title);
  const close = async () => {
    if (await mayLeave()) onClose();
  };
  return (
    <Drawer
      isOpen={isOpen}
      onClose={() => void close()}
      title={isOpen ? title : lastTitle}
      position="right"
      size={isWide ? wideWidthPx : widthPx}
      styles={{ body: { container: 'content / inline-size' } }}
    >
      {children}
    </Drawer>
  );
}
