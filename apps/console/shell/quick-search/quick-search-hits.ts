import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { FolderOpen, Plus, type LucideIcon } from 'lucide-react';
import { linkTo, type ScreenPath, useAddress } from '#ui/state/address.ts';
import { useCollection } from '#ui/collection/collection.ts';
import { t } from '#ui/text/i18n.ts';
import { shownItemOf, type ShownItem } from '#ui/item/item-cell.tsx';
import { followingQuery } from '#ui/calls/queries.ts';
import { useAllowed } from '#ui/state/rights.ts';
import { type OwnProject, useOwnProjects } from '#ui/state/own-projects.ts';
import { switchProject } from '#ui/dialog/switch-project.ts';
import { useSession } from '#ui/state/session.ts';
import { screens } from '#apps/console/screens.ts';
import { isOpenTo } from '#apps/console/screens/open-screen.ts';
import type { Screen } from '#apps/console/screens/screen.ts';
import { recentScreens } from '#apps/console/shell/menu/recent-screens.ts';
import { addProjectDialog, itemDialog } from '#apps/console/shell/dialog-names.ts';
import { findItems } from '#features/general/quick-search/quick-search.contract.ts';
import { folded } from '#ui/text/folded.ts';

export const minimumCharacters = 2;
const documentsPath = '/developer/documents';

export type Hit = { readonly key: string; readonly go: () => void } & (
  | { readonly kind: 'recent' | 'screen' | 'action' | 'project'; readonly icon: LucideIcon; readonly title: string }
  | { readonly kind: 'item'; readonly item: ShownItem }
);

interface Hits {
  readonly hits: readonly Hit[];
  readonly isSearching: boolean;
  readonly hasFailed: boolean;
}

export function useHits(text: string): Hits {
  const isLongEnough = text.length >= minimumCharacters;
  const shellHits = useShellHits(text);
  const collection = useCollection();
  const c = collection?.id ?? 0;
  const open = useOpenItem(c);
  const isAsked = isLongEnough && collection !== null;
  const found = useQuery({ ...followingQuery(findItems, { c, q: text }), enabled: isAsked, retry: false });
  const items = isAsked ? (found.data ?? []) : [];
  const itemHits = items.map((item): Hit => ({
    key: `item ${item.id}`,
    kind: 'item',
    item: shownItemOf(item),
    go: () => open(item.id),
  }));
  return { hits: [...shellHits, ...itemHits], isSearching: isAsked && found.isFetching, hasFailed: isAsked && found.isError };
}

function useOpenItem(c: number): (id: string) => void {
  const isDeveloper = useAllowed('developer');
  const navigate = useNavigate();
  const [, change] = useAddress();
  return (id) =>
    isDeveloper ? void navigate(linkTo(documentsPath, { c, item: id })) : change({ dialog: itemDialog, shown: id, c });
}

function useShellHits(text: string): Hit[] {
  const session = useSession();
  const navigate = useNavigate();
  const [, change] = useAddress();
  const projects = useOwnProjects();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  if (!session) return [];
  const wanted = folded(text.trim());
  const isOpen = (screen: Screen) => !screen.isInside && isOpenTo(session, screen);
  const finds = (title: string) => text.length >= minimumCharacters && folded(title).includes(wanted);
  const screenHit =
    (kind: 'recent' | 'screen') =>
    (screen: Screen): Hit => ({
      key: `${kind} ${screen.path}`,
      kind,
      icon: screen.icon,
      title: t(screen.title),
      go: () => void navigate({ to: screen.path }),
    });
  const additions = screens
    .filter(isOpen)
    .flatMap(({ path: to, adds }) =>
      adds === undefined ? [] : [{ title: t(adds), go: () => void navigate(linkTo(to as ScreenPath, { edit: 'new' })) }],
    );
  const actions = [...additions, { title: t('Add project'), go: () => change({ dialog: addProjectDialog }) }];
  const actionHits = actions.map((action): Hit => ({ key: `action ${action.title}`, kind: 'action', icon: Plus, ...action }));
  if (wanted === '') return [...recentScreens(path).filter(isOpen).map(screenHit('recent')), ...actionHits];
  const found = screens.filter((screen) => isOpen(screen) && finds(t(screen.title))).map(screenHit('screen'));
  const otherProjects = projects.filter(({ id, name }) => id !== session.project?.id && finds(name));
  return [...found, ...actionHits.filter((hit) => hit.kind === 'action' && finds(hit.title)), ...otherProjects.map(projectHit)];
}

const projectHit = ({ id, name, token }: OwnProject): Hit => ({
  key: `project ${id}`,
  kind: 'project',
  icon: FolderOpen,
  title: name,
  go: () => void switchProject(token),
});
