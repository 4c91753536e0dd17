import { allows, type Rights } from '#contract/permission.ts';
import type { Screen } from './screen.ts';

/** Whoever is about to open a screen. */
export interface Visitor {
  /** With the rights in the selected project. */
  readonly person: Rights;
  readonly ownsProjects?: boolean;
}

/** Whether a screen is open to somebody. */
export const isOpenTo = (
  { person, ownsProjects = false }: Visitor,
  { needs, isOfAnyProject }: Pick<Screen, 'needs' | 'isOfAnyProject'>,
): boolean => allows(person, needs) || (isOfAnyProject === true && ownsProjects);
