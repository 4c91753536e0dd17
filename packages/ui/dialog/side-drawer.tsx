import { type ReactNode, useState } from 'react';
import { Drawer } from '#ui/page/later.tsx';
import { useIsAsking } from './confirm.tsx';
import { mayLeave } from './may-leave.ts';

const widthPx = 480;
const wideWidthPx = 920;

const padding = 'var(--mb-padding, 16px)';
/** The buttons at the end of a drawer stay in view. */
export const drawerFooter = {
  position: 'sticky',
  bottom: 0,
  zIndex: 2,
  margin: `16px calc(-1 * ${padding}) calc(-1 * ${padding})`,
  padding: `12px ${padding}`,
  borderTop: '1px solid var(--aisle-line)',
  background: 'var(--mantine-color-body)',
} as const;

interface SideDrawerProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly isWide?: boolean;
  /** Buttons that stay in view. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** Keep it mounted, so that it returns the focus. */
export function SideDrawer({ isOpen, title, onClose, isWide = false, footer, children }: SideDrawerProps) {
  // Kept while it slides away.
  const [lastTitle, setLastTitle] = useState(title);
  if (isOpen && title !== lastTitle) setLastTitle(title);
  const isAsking = useIsAsking();
  const close = async () => {
    if (await mayLeave()) onClose();
  };
  return (
    <Drawer
      isOpen={isOpen}
      onClose={() => void close()}
      closeOnEscape={!isAsking}
      title={isOpen ? title : lastTitle}
      position="right"
      size={isWide ? wideWidthPx : widthPx}
      styles={{ body: { container: 'content / inline-size' } }}
    >
      {children}
      {footer != null && <div style={drawerFooter}>{footer}</div>}
    </Drawer>
  );
}
