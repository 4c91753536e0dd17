import { isSection, type Permission, type Section } from '#contract/permission.ts';
import { msg, type Translate, t } from './i18n.ts';
import { useAllowed, useProject } from '#ui/state/rights.ts';

export const groupNames: Readonly<Record<Section, string>> = {
  analytics: msg('Analytics'),
  search: msg('Search settings'),
  data: msg('Data'),
  developer: msg('Developer'),
  access: msg('Access management'),
};

const whom = (t: Translate, owner: string | null): string => owner ?? t('an owner of the project');

function controlRefusal(t: Translate, needs: Permission, owner: string | null): string {
  if (isSection(needs)) return t('Needs the group {group}. Ask {owner}.', { group: t(groupNames[needs]), owner: whom(t, owner) });
  if (needs === 'admin') return t('Only administrators of this server can do this.');
  return t('Only owners of the project can do this. Ask {owner}.', { owner: whom(t, owner) });
}

export function screenRefusal(
  t: Translate,
  screen: string,
  needs: Permission,
  project: { readonly owner?: string | null } | null,
): string {
  if (needs === 'admin') return t('“{screen}” is for administrators of this server.', { screen });
  if (project === null) return t('“{screen}” opens once you have a project.', { screen });
  const owner = project.owner ?? null;
  if (isSection(needs))
    return t('“{screen}” is for the group {group}. Ask {owner}.', {
      screen,
      group: t(groupNames[needs]),
      owner: whom(t, owner),
    });
  return t('“{screen}” is for owners of the project. Ask {owner}.', { screen, owner: whom(t, owner) });
}

export function useRefusal(permission: Permission): string | undefined {
  const isAllowed = useAllowed(permission);
  const owner = useProject()?.owner ?? null;
  return isAllowed ? undefined : controlRefusal(t, permission, owner);
}
