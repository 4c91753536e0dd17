import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { memo, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { msg, t } from '#ui/text/i18n.ts';
import { useSession } from '#ui/state/session.ts';
import { type Screen, type Section, isOpenTo, type Visitor } from '#apps/console/screens/screen.ts';
import { type Badge, useBadges } from './badges.ts';
import classes from './menu.module.css';
import { readStored, writeStored } from '#ui/state/stored.ts';
import { sections } from '#apps/console/screens.ts';

const maximumUnfolded = 13;
const openAtFirst: readonly string[] = ['analytics', 'search'];

export function menuOf(visitor: Visitor, all: readonly Section[] = sections): Section[] {
  return all
    .map((section) => ({
      ...section,
      screens: section.screens.filter((screen) => !screen.isInside && isOpenTo(visitor, screen)),
    }))
    .filter((section) => section.screens.length > 0);
}

export const isFoldable = (menu: readonly Section[]): boolean =>
  menu.flatMap(({ screens }) => screens.filter(({ isRare }) => isRare !== true)).length > maximumUnfolded;

interface Folding {
  readonly path: string;
  readonly chosen: Readonly<Record<string, boolean>>;
  readonly isTight: boolean;
}

export function isOpenSection({ name, screens }: Section, { path, chosen, isTight }: Folding): boolean {
  const isCurrent = screens.some((screen) => isWithin(screen.path, path));
  return chosen[name] ?? (isCurrent || (!isTight && openAtFirst.includes(name)));
}

const moreName = 'more';

/** Collects rarely used screens in one section at the end. */
export function withMore(menu: readonly Section[]): readonly Section[] {
  const rare = menu.flatMap(({ screens }) => screens.filter(({ isRare }) => isRare === true));
  const everyday = menu.map((section) => ({ ...section, screens: section.screens.filter((screen) => !rare.includes(screen)) }));
  return [...everyday, { name: moreName, title: msg('More'), screens: rare }].filter(({ screens }) => screens.length > 0);
}

const isWithin = (screen: string, path: string): boolean => path === screen || path.startsWith(`${screen}/`);

interface MenuProps {
  readonly isCollapsed: boolean;
  readonly isDrawer?: boolean;
}

export function Menu({ isCollapsed, isDrawer = false }: MenuProps) {
  const session = useSession();
  const badges = useBadges();
  const [chosen, choose] = useChosenSections(isDrawer);
  const path = useRouterState({
    select: ({ location }) => location.pathname,
  });
  if (!session) return null;
  const whole = menuOf(session);
  const isLong = isFoldable(whole);
  const menu = isLong ? withMore(whole) : whole;
  const canFold = !isCollapsed && isLong;
  return (
    <nav className={classes.menu} aria-label={t('Main menu')} data-collapsed={isCollapsed}>
      {menu.map((section) => {
        const isOpen = canFold
          ? section.title === null || isOpenSection(section, { path, chosen, isTight: isDrawer })
          : section.name !== moreName || isOpenSection(section, { path, chosen: {}, isTight: true });
        return (
          <SectionEntries
            key={section.name}
            section={section}
            badges={badges}
            isCollapsed={isCollapsed}
            path={path}
            isOpen={isOpen}
            toggle={canFold ? (name, isShown) => choose(name, isShown) : undefined}
          />
        );
      })}
    </nav>
  );
}

const noBadges: readonly Badge[] = [];

interface SectionEntriesProps {
  readonly section: Section;
  readonly badges: ReadonlyMap<string, readonly Badge[]>;
  readonly isCollapsed: boolean;
  readonly path: string;
  readonly isOpen: boolean;
  readonly toggle: ((name: string, isShown: boolean) => void) | undefined;
}

function SectionEntries({ section, badges, isCollapsed, path, isOpen, toggle }: SectionEntriesProps) {
  const listId = useId();
  const title = section.title === null ? null : t(section.title);
  const [hidden] = isOpen ? [] : strongestFirst(section.screens.flatMap(({ path }) => badges.get(path) ?? []));
  return (
    <div className={classes.section} role="group" {...(title !== null && { 'aria-label': title })}>
      {title !== null && !isCollapsed && (
        <>
          {toggle ? (
            <UnstyledButton
              className={`${classes.label} ${classes.heading}`}
              aria-expanded={isOpen}
              aria-controls={listId}
              onClick={() => toggle(section.name, !isOpen)}
            >
              <ChevronDown size={14} aria-hidden />
              <span className={classes.name}>{title}</span>
              {hidden && <Mark badge={hidden} />}
            </UnstyledButton>
          ) : (
            <div className={classes.label}>{title}</div>
          )}
        </>
      )}
      <div id={listId} hidden={!isOpen}>
        {section.screens.map((screen) => {
          const isExact = section.screens.some((other) => other.path.startsWith(`${screen.path}/`));
          return (
            <Entry
              key={screen.path}
              path={screen.path}
              icon={screen.icon}
              name={t(screen.title)}
              section={title}
              badges={badges.get(screen.path) ?? noBadges}
              isCollapsed={isCollapsed}
              isMarked={isExact ? screen.path === path : isWithin(screen.path, path)}
              isExact={isExact}
            />
          );
        })}
      </div>
    </div>
  );
}

interface EntryProps extends Pick<Screen, 'path' | 'icon'> {
  readonly name: string;
  readonly section: string | null;
  readonly badges: readonly Badge[];
  readonly isCollapsed: boolean;
  readonly isMarked: boolean;
  readonly isExact: boolean;
}

/** A click renders two of them again. */
const Entry = memo(({ path, icon: Icon, name, section, badges, isCollapsed, isMarked, isExact }: EntryProps) => {
  const told = badges.map((badge) => badge.spoken).join(', ');
  const spoken = told === '' ? name : `${name}, ${told}`;
  const marked = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isMarked) marked.current?.scrollIntoView({ block: 'nearest' });
  }, [isMarked]);
  const icon = <Icon size={18} strokeWidth={1.75} aria-hidden />;
  if (!isCollapsed)
    return (
      <Link
        ref={marked}
        to={path}
        activeOptions={{ exact: isExact, includeSearch: false }}
        className={classes.entry}
        data-marked={isMarked}
        title={spoken}
      >
        {icon}
        <span className={classes.name}>{name}</span>
        {told !== '' && <VisuallyHidden>, {told}</VisuallyHidden>}
        {badges.length > 0 && (
          <span className={classes.badges}>
            {badges.map((badge) => (
              <Mark key={badge.spoken} badge={badge} />
            ))}
          </span>
        )}
      </Link>
    );
  return (
    <Link
      ref={marked}
      to={path}
      activeOptions={{ exact: isExact, includeSearch: false }}
      className={classes.entry}
      data-collapsed
      data-marked={isMarked}
      data-badge={badges[0]?.kind}
      aria-label={spoken}
      data-tip={section === null ? spoken : `${section} › ${spoken}`}
      onPointerEnter={placeTip}
      onFocus={placeTip}
    >
      {icon}
    </Link>
  );
});

/** Fixed, as the menu scrolls. */
const placeTip = ({ currentTarget: entry }: SyntheticEvent<HTMLElement>) =>
  entry.style.setProperty('--tip-top', `${entry.getBoundingClientRect().top}px`);

const Mark = ({ badge: { kind, icon: Icon, shown } }: { readonly badge: Badge }) => (
  <span className={classes.badge} data-badge={kind} aria-hidden>
    {Icon && <Icon size={14} />}
    {shown}
  </span>
);

const strength: readonly Badge['kind'][] = ['error', 'waiting', 'open'];

const strongestFirst = (badges: readonly Badge[]): readonly Badge[] =>
  badges.toSorted((one, other) => strength.indexOf(one.kind) - strength.indexOf(other.kind));

type Chosen = Readonly<Record<string, boolean>>;

function useChosenSections(isForgotten: boolean): [Chosen, (name: string, isOpen: boolean) => void] {
  const [chosen, setChosen] = useState<Chosen>(() => (isForgotten ? {} : stored()));
  const choose = (name: string, isOpen: boolean) => {
    const next = { ...chosen, [name]: isOpen };
    if (!isForgotten) writeStored('menu', JSON.stringify(next));
    setChosen(next);
  };
  return [chosen, choose];
}

function stored(): Chosen {
  try {
    return JSON.parse(readStored('menu') ?? '{}') as Chosen;
  } catch {
    return {};
  }
}
