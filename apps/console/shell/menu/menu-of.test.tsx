import { LayoutDashboard } from 'lucide-react';
import { expect, it } from 'vitest';
import type { Permission, Rights } from '#contract/permission.ts';
import { screens, sections } from '#apps/console/screens.ts';
import * as z from 'zod/mini';
import type { Screen, Section } from '#apps/console/screens/screen.ts';
import { isFoldable, isOpenSection, menuOf, withMore } from './menu.tsx';

const screen = (path: string, needs: Permission): Screen => ({
  path,
  address: z.object({}),
  needs,
  title: path,
  icon: LayoutDashboard,
  load: async () => ({ default: () => null }),
});
const section = (name: string, ...inside: Screen[]): Section => ({ name, title: name, screens: inside });
const all: readonly Section[] = [
  section('start', screen('/dashboard', 'member')),
  section(
    'search',
    screen('/synonyms', 'search'),
    { ...screen('/synonyms/edit', 'search'), isInside: true },
    screen('/chars', 'developer'),
  ),
  section('data', screen('/import', 'data')),
  section('server', screen('/api-logs', 'admin')),
];
const rights = (change: Partial<Rights>): Rights => ({ is_admin: false, is_owner: false, user_groups: [], ...change });
const pathsOf = (person: Rights) =>
  menuOf({ person }, all).map(({ name, screens: inside }) => [name, inside.map(({ path }) => path)]);

it('shows a member without groups only the screens that need no group', () => {
  expect(pathsOf(rights({}))).toEqual([['start', ['/dashboard']]]);
});

it('shows a group its screens in every section, except screens reached from other screens', () => {
  expect(pathsOf(rights({ user_groups: [{ id: 2 }] }))).toEqual([
    ['start', ['/dashboard']],
    ['search', ['/synonyms']],
  ]);
  expect(pathsOf(rights({ user_groups: [{ id: 4 }] }))).toEqual([
    ['start', ['/dashboard']],
    ['search', ['/chars']],
  ]);
});

it('shows the screens about all projects to an owner of any project', () => {
  const projects = { ...screen('/projects', 'owner'), isOfAnyProject: true } as const;
  const owners = [section('owner', projects, screen('/billing', 'owner'))];
  const seen = (ownsProjects: boolean) =>
    menuOf({ person: rights({}), ownsProjects }, owners).flatMap(({ screens: inside }) => inside);
  expect(seen(false)).toEqual([]);
  expect(seen(true).map(({ path }) => path)).toEqual(['/projects']);
});

it('shows an administrator all sections in the order of the menu', () => {
  expect(pathsOf(rights({ is_admin: true })).map(([name]) => name)).toEqual(['start', 'search', 'data', 'server']);
});

it('opens a section when it has the current screen, is an everyday section, or was opened by the person', () => {
  const open = (path: string, chosen = {}, isTight = false) =>
    all.filter((one) => isOpenSection(one, { path, chosen, isTight })).map(({ name }) => name);
  expect(open('/import/edit')).toEqual(['search', 'data']);
  expect(open('/import', {}, true)).toEqual(['data']);
  expect(open('/import', { server: true, search: false })).toEqual(['data', 'server']);
});

it('collects rarely used screens of all sections at the end', () => {
  const rare = (path: string) => ({ ...screen(path, 'member'), isRare: true }) as const;
  const menu = [section('one', screen('/daily', 'member'), rare('/rare')), section('two', rare('/rarer'))];
  expect(withMore(menu).map(({ name, screens: inside }) => [name, inside.map(({ path }) => path)])).toEqual([
    ['one', ['/daily']],
    ['more', ['/rare', '/rarer']],
  ]);
  expect(withMore(menu.slice(0, 1)).at(-1)?.name).toBe('more');
  expect(withMore(all)).toHaveLength(all.length);
});

it('folds no menu of a single group', () => {
  for (const id of [1, 2, 3, 4, 5]) expect(isFoldable(menuOf({ person: rights({ user_groups: [{ id }] }) }))).toBe(false);
  expect(isFoldable([section('long', ...Array.from({ length: 14 }, (_, at) => screen(`/${at}`, 'member')))])).toBe(true);
});

it('gives every screen a unique address and every section a unique name', () => {
  expect(new Set(screens.map(({ path }) => path)).size).toBe(screens.length);
  expect(new Set(sections.map(({ name }) => name)).size).toBe(sections.length);
});
