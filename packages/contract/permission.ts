/**
 * Who may make a call. Every endpoint names one.
 *
 * - `public`: anyone; `user`: anyone signed in; `member`: a member of the selected project;
 * - the five sections: a member of that user group, an owner of the project, or an admin;
 * - `preview`: `search` or `developer`, as both sections need to see what a search finds;
 * - `owner`: an owner of the selected project, or an admin; `admin`: an admin;
 * - `shop`: a shop's page, by the project's client ID;
 * - `api`: a shop's server, by a bearer token that it got for the project's secret.
 */
export type Permission = 'public' | 'user' | 'shop' | 'api' | 'admin' | ProjectPermission;

export const sectionGroups = { analytics: 1, search: 2, data: 3, developer: 4, access: 5 } as const;
export type Section = keyof typeof sectionGroups;

export type ProjectPermission = 'member' | Section | 'preview' | 'owner';

export const isSection = (permission: Permission): permission is Section => permission in sectionGroups;

export const needsProject = (permission: Permission): permission is ProjectPermission =>
  permission === 'member' || permission === 'preview' || permission === 'owner' || isSection(permission);

export interface Rights {
  readonly is_admin: boolean;
  readonly is_owner: boolean;
  readonly user_groups: readonly { readonly id: number }[];
}

export function allows(rights: Rights, permission: Permission): boolean {
  if (permission === 'admin') return rights.is_admin;
  if (permission === 'owner') return rights.is_admin || rights.is_owner;
  if (permission === 'preview') return allows(rights, 'search') || allows(rights, 'developer');
  if (!isSection(permission)) return true;
  const group = sectionGroups[permission];
  return rights.is_admin || rights.is_owner || rights.user_groups.some(({ id }) => id === group);
}

/** Rights of a key. The client ID has search and events; a bearer token got for the secret has all. */
export const keyRights = ['search', 'events', 'items'] as const;
export type KeyRight = (typeof keyRights)[number];

/** The first user always may. */
export const signUpModes = ['open', 'invited', 'off'] as const;
export type SignUpMode = (typeof signUpModes)[number];
