import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Permission } from '#contract/permission.ts';

export interface Screen {
  readonly path: string;
  /** Who may open it; others are sent to the dashboard. */
  readonly needs: Permission;
  readonly title: string;
  readonly icon: LucideIcon;
  /** For whoever owns any project, whichever one is selected. */
  readonly isOfAnyProject?: true;
  /** Reached from another screen, so neither in the menu nor in quick search. */
  readonly isInside?: true;
  /** What `?edit=new` does there: a verb with its object, for quick search. */
  readonly adds?: string;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}

/** A part of the menu, in the order of the work. It groups screens only; who may open one stands at the screen. */
export interface Section {
  readonly name: string;
  /** Null where the screens stand without a heading. */
  readonly title: string | null;
  readonly screens: readonly Screen[];
}
