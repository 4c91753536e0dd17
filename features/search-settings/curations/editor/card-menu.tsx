import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { FileText, ListOrdered, type LucideIcon, Microscope } from 'lucide-react';
import { useRefusal } from '#console-kit/session/refusal.ts';
import { linkTo } from '#console-kit/state/address.ts';
import { useText } from '#console-kit/text/i18n.ts';
import classes from './editor.module.css';

/** The card whose menu is open, and the button that opened it. */
export interface OpenMenu {
  readonly id: string;
  readonly button: HTMLElement;
}

interface CardMenuProps {
  readonly opened: OpenMenu;
  readonly c: number;
  readonly q: string;
  readonly moveToPlace: () => void;
  readonly close: () => void;
}

/** What is seldom done with an item, at its button. Other screens open in a tab of their own, as the curation may not be saved yet. */
export function CardMenu({ opened: { id, button }, c, q, moveToPlace, close }: CardMenuProps) {
  const t = useText();
  const { left, top, width, height } = button.getBoundingClientRect();
  const leave = () => {
    button.focus();
    close();
  };
  return (
    <Menu opened onChange={(isOpen) => !isOpen && leave()} position="bottom-end" withinPortal returnFocus={false}>
      <Menu.Target>
        <span className={classes.menuPlace} style={{ left, top, width, height }} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<ListOrdered size={16} aria-hidden />} onClick={moveToPlace}>
          {t('Move to place…')}
        </Menu.Item>
        {q.trim() !== '' && (
          <OtherScreen icon={Microscope} to={linkTo('/developer/query-tester', { c, q, why: id })} label={t('Why is it here?')} />
        )}
        <OtherScreen icon={FileText} to={linkTo('/developer/documents', { c, item: id })} label={t('Open in Documents')} />
      </Menu.Dropdown>
    </Menu>
  );
}

interface OtherScreenProps {
  readonly icon: LucideIcon;
  readonly to: ReturnType<typeof linkTo>;
  readonly label: string;
}

function OtherScreen({ icon: Icon, to, label }: OtherScreenProps) {
  const refusal = useRefusal('developer');
  const leftSection = <Icon size={16} aria-hidden />;
  if (refusal !== undefined)
    return (
      <Menu.Item leftSection={leftSection} disabled>
        {label}
        <span className={classes.reason}>{refusal}</span>
      </Menu.Item>
    );
  return (
    <Menu.Item leftSection={leftSection} component={Link} {...to} target="_blank">
      {label}
    </Menu.Item>
  );
}
