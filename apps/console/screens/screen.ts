import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type * as z from 'zod/mini';
import { type Permission, allows, type Rights } from '#contract/permission.ts';

export interface Screen<Path extends string = string, Params extends z.ZodMiniObject = z.ZodMiniObject> {
  readonly path: Path;
  readonly address: Params;
  /** Others are sent to the dashboard. */
  readonly needs: Permission;
  readonly title: string;
  readonly icon: LucideIcon;
  readonly isOfAnyProject?: true;
  /** Neither in the menu nor in quick search. */
  readonly isInside?: true;
  /** In the section *More* at the end of a long menu. */
  readonly isRare?: true;
  /** The label of `?edit=new` in quick search. */
  readonly adds?: string;
  /** Default: `needs`. */
  readonly addingNeeds?: Permission;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}

export interface Section {
  readonly name: string;
  readonly title: string | null;
  readonly screens: readonly Screen[];
}

export interface Visitor {
  readonly person: Rights;
  readonly ownsProjects?: boolean;
}

export const isOpenTo = (
  { person, ownsProjects = false }: Visitor,
  { needs, isOfAnyProject }: Pick<Screen, 'needs' | 'isOfAnyProject'>,
): boolean => allows(person, needs) || (isOfAnyProject === true && ownsProjects);
