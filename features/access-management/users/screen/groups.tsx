import { sectionGroups, type Section } from '#contract/permission.ts';
import { groupNames } from '#ui/text/refusal.ts';
import { msg } from '#ui/text/i18n.ts';
import type { userGroups } from '#features/access-management/users/users.contract.ts';

export type UserGroup = (typeof userGroups)[number];
interface Group {
  readonly id: UserGroup;
  readonly name: string;
  readonly opens: string;
}

const opens: Readonly<Record<Section, string>> = {
  analytics: msg('See what visitors search for.'),
  search: msg('Change rules and relevance, publish.'),
  data: msg('Feeds, collections, schema, phrases.'),
  developer: msg('Preview tools, plugin, API.'),
  access: msg('Invite users and set groups.'),
};

export const groups: readonly Group[] = (Object.keys(sectionGroups) as Section[]).map((section) => ({
  id: sectionGroups[section],
  name: groupNames[section],
  opens: opens[section],
}));
