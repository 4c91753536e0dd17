import { sections } from '#apps/console/screens.ts';
import { isOpenTo, type Visitor } from '#apps/console/screens/open-screen.ts';
import type { Section } from '#apps/console/screens/screen.ts';

const maximumUnfolded = 12;
const openAtFirst: readonly string[] = ['analytics', 'search'];

export function menuOf(visitor: Visitor, all: readonly Section[] = sections): Section[] {
  return all
    .map((section) => ({
      ...section,
      screens: section.screens.filter((screen) => !screen.isInside && isOpenTo(visitor, screen)),
    }))
    .filter((section) => section.screens.length > 0);
}

export function markedPath(path: string, from: string | undefined, all: readonly Section[] = sections): string {
  const screen = all.flatMap(({ screens }) => screens).find((one) => one.path === path);
  return screen?.isInside && from !== undefined ? from : path;
}

export const isFoldable = (menu: readonly Section[]): boolean =>
  menu.reduce((count, { screens }) => count + screens.length, 0) > maximumUnfolded;

interface Folding {
  readonly path: string;
  readonly chosen: Readonly<Record<string, boolean>>;
  readonly isTight: boolean;
}

export function isOpenSection({ name, screens }: Section, { path, chosen, isTight }: Folding): boolean {
  const isCurrent = screens.some((screen) => isWithin(screen.path, path));
  return chosen[name] ?? (isCurrent || (!isTight && openAtFirst.includes(name)));
}

const isWithin = (screen: string, path: string): boolean => path === screen || path.startsWith(`${screen}/`);
