import { allows, type Rights } from '#contract/permission.ts';
import type { Screen } from './screen.ts';

export interface Visitor {
  readonly person: Rights;
  readonly ownsProjects?: boolean;
}

export const isOpenTo = (
  { person, ownsProjects = false }: Visitor,
  { needs, isOfAnyProject }: Pick<Screen, 'needs' | 'isOfAnyProject'>,
): boolean => allows(person, needs) || (isOfAnyProject === true && ownsProjects);
