import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useText } from '#console-kit/i18n.ts';
import { useSession } from '#console-kit/session.ts';
import { sections, type Screen } from '#console/screens.tsx';
import { menuOf } from './menu-of.ts';
import classes from './menu.module.css';

/** The screens that the person's rights open, by section. */
export function Menu({ isCollapsed }: { readonly isCollapsed: boolean }) {
  const t = useText();
  const session = useSession();
  if (!session) return null;
  return (
    <nav className={classes.menu} aria-label={t('Main menu')}>
      {menuOf(session.person).map(({ section, screens }) => (
        <div key={section} className={classes.section} role="group" aria-label={t(sections[section])}>
          {section !== 'general' && !isCollapsed && <div className={classes.label}>{t(sections[section])}</div>}
          {screens.map((screen) => (
            <Entry key={screen.path} screen={screen} isCollapsed={isCollapsed} />
          ))}
        </div>
      ))}
    </nav>
  );
}

function Entry({ screen: { path, title, icon: Icon }, isCollapsed }: { readonly screen: Screen; readonly isCollapsed: boolean }) {
  const t = useText();
  const name = t(title);
  const icon = <Icon size={18} strokeWidth={1.75} aria-hidden />;
  if (!isCollapsed)
    return (
      <Link to={path} className={classes.entry}>
        {icon}
        <span className={classes.name}>{name}</span>
      </Link>
    );
  return (
    <Tooltip label={name} position="right" withinPortal>
      <Link to={path} className={classes.entry} data-collapsed aria-label={name}>
        {icon}
      </Link>
    </Tooltip>
  );
}
