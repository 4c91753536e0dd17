import { allows, type Rights } from '#contract/permission.ts';
import { screens, sections, type Screen, type SectionName } from '#console/screens.tsx';

interface MenuPart {
  readonly section: SectionName;
  readonly screens: readonly Screen[];
}

const sectionNames = Object.keys(sections) as SectionName[];

/** The screens that these rights open and that are reached from the menu. Sections without any are left out. */
export function menuOf(rights: Rights, all: readonly Screen[] = screens): MenuPart[] {
  const open = all.filter(({ needs, isInside }) => !isInside && allows(rights, needs));
  return sectionNames
    .map((section) => ({ section, screens: open.filter((screen) => screen.section === section) }))
    .filter((part) => part.screens.length > 0);
}
