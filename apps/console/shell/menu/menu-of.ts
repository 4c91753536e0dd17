import { sections } from '#apps/console/screens.ts';
import { isOpenTo, type Visitor } from '#apps/console/screens/open-screen.ts';
import type { Section } from '#apps/console/screens/screen.ts';

/** Up to this many entries the menu needs no folding. */
const maximumUnfolded = 12;
/** What people come back to all day; other sections wait until they are needed. */
const openAtFirst: readonly string[] = ['analytics', 'search'];

/** The screens that are open to somebody and that are reached from the menu. Sections without any are left out. */
export function menuOf(visitor: Visitor, all: readonly Section[] = sections): Section[] {
  return all
    .map((section) => ({
      ...section,
      screens: section.screens.filter((screen) => !screen.isInside && isOpenTo(visitor, screen)),
    }))
    .filter((section) => section.screens.length > 0);
}

/** The path of the entry that is marked: where a screen isn't in the menu, the one that led to it. */
export function markedPath(path: string, from: string | undefined, all: readonly Section[] = sections): string {
  const screen = all.flatMap(({ screens }) => screens).find((one) => one.path === path);
  return screen?.isInside && from !== undefined ? from : path;
}

export const isFoldable = (menu: readonly Section[]): boolean =>
  menu.reduce((count, { screens }) => count + screens.length, 0) > maximumUnfolded;

interface Folding {
  readonly path: string;
  /** What the person opened and closed, by the section's name. */
  readonly chosen: Readonly<Record<string, boolean>>;
  /** Where room is short, only the section of the screen is open at first. */
  readonly isTight: boolean;
}

export function isOpenSection({ name, screens }: Section, { path, chosen, isTight }: Folding): boolean {
  const isCurrent = screens.some((screen) => isWithin(screen.path, path));
  return chosen[name] ?? (isCurrent || (!isTight && openAtFirst.includes(name)));
}

const isWithin = (screen: string, path: string): boolean => path === screen || path.startsWith(`${screen}/`);
