import { msg, type Translate } from '#ui/text/i18n.ts';
import type { ProjectType } from '#features/owner/projects/projects.contract.ts';

export const projectTypeNames: Readonly<Record<ProjectType, string>> = {
  search_plugin: msg('Search plugin'),
  front_api: msg('Shop front API'),
};

export const projectTypeChoices = (t: Translate) =>
  Object.entries(projectTypeNames).map(([value, name]) => ({ value, label: t(name) }));
