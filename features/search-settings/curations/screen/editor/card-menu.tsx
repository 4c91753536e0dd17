import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { FileText, ListOrdered, type LucideIcon, Microscope } from 'lucide-react';
import { useRefusal } from '#ui/text/refusal.ts';
import { linkTo } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import type { ColumnName } from './draft.ts';
import classes from './editor.module.css';

export interface OpenMenu {
  readonly id: string;
  readonly column: ColumnName;
  readonly button: HTMLElement;
}

interface CardMenuProps {
  readonly opened: OpenMenu;
  readonly c: number;
  readonly q: string;
  readonly moveToPlace: () => void;
  readonly close: () => void;
}

/** Other screens open in a new tab, as the curation may be unsaved. */
export function CardMenu({ opened: { id, column, button }, c, q, moveToPlace, close }: CardMenuProps) {
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
        {column !== 'hidden' && (
          <Menu.Item leftSection={<ListOrdered size={16} aria-hidden />} onClick={moveToPlace}>
            {t('Move to place…')}
          </Menu.Item>
        )}
        {column !== 'hidden' && q.trim() !== '' && (
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
