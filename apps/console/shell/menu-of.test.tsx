import { LayoutDashboard } from 'lucide-react';
import { expect, it } from 'vitest';
import type { Permission, Rights } from '#contract/permission.ts';
import type { Screen, SectionName } from '#console/screens.tsx';
import { menuOf } from './menu-of.ts';

const screen = (path: string, needs: Permission, section: SectionName): Screen => ({
  path,
  needs,
  section,
  title: path,
  icon: LayoutDashboard,
  load: async () => ({ default: () => null }),
});
const all: readonly Screen[] = [
  screen('/api-logs', 'admin', 'admin'),
  screen('/dashboard', 'member', 'general'),
  screen('/synonyms', 'search', 'search'),
  screen('/curations', 'search', 'search'),
  { ...screen('/curations/edit', 'search', 'search'), isInside: true },
  screen('/import', 'data', 'data'),
];
const rights = (change: Partial<Rights>): Rights => ({ is_admin: false, is_owner: false, user_groups: [], ...change });
const pathsOf = (person: Rights) => menuOf(person, all).map(({ section, screens }) => [section, screens.map(({ path }) => path)]);

it('a member without groups sees what every member may see', () => {
  expect(pathsOf(rights({}))).toEqual([['general', ['/dashboard']]]);
});

it('a group opens its section, without the screens that are reached from others', () => {
  expect(pathsOf(rights({ user_groups: [{ id: 2 }] }))).toEqual([
    ['general', ['/dashboard']],
    ['search', ['/synonyms', '/curations']],
  ]);
});

it('an admin sees all sections in the order of the menu', () => {
  expect(pathsOf(rights({ is_admin: true })).map(([section]) => section)).toEqual(['general', 'search', 'data', 'admin']);
});
