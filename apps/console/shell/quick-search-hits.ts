import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { Plus, type LucideIcon } from 'lucide-react';
import { linkTo, useAddress } from '#console-kit/state/address.ts';
import { useCollection } from '#console-kit/collection/collection.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { shownItemOf, type ShownItem } from '#console-kit/item/item-cell.tsx';
import { followingQuery } from '#console-kit/calls/queries.ts';
import { useAllowed } from '#console-kit/session/rights.ts';
import { useSession } from '#console-kit/session/session.ts';
import { screens } from '#console/screens.ts';
import { isOpenTo } from '#console/screens/open-screen.ts';
import type { Screen } from '#console/screens/screen.ts';
import { recentScreens } from './recent-screens.ts';
import { testQuery } from '#features/developer/query-tester/query-tester.contract.ts';
import { folded } from '#console-kit/text/folded.ts';

export const minimumCharacters = 2;
const itemCount = 6;
const testerPath = '/developer/query-tester';

export type Hit = { readonly key: string; readonly go: () => void } & (
  | { readonly kind: 'recent' | 'screen' | 'action'; readonly icon: LucideIcon; readonly title: string }
  | { readonly kind: 'item'; readonly item: ShownItem }
);

interface Hits {
  readonly hits: readonly Hit[];
  readonly isSearching: boolean;
  readonly hasFailed: boolean;
}

/**
 * The screens and actions, and for those who may test queries the items, that `text` finds; before anything is typed, where the person was
 * last, and all actions. Late answers to older texts are dropped.
 */
export function useHits(text: string): Hits {
  const isLongEnough = text.length >= minimumCharacters;
  const shellHits = useShellHits(text);
  const collection = useCollection();
  const isAllowed = useAllowed(testQuery.needs) && screens.some(({ path }) => path === testerPath);
  const navigate = useNavigate();
  const isAsked = isLongEnough && isAllowed && collection !== null;
  const found = useQuery({
    ...followingQuery(testQuery, { c: collection?.id ?? 0, q: text, per_page: itemCount }),
    enabled: isAsked,
    retry: false,
  });
  const items = isAsked ? (found.data?.items ?? []) : [];
  const itemHits = items.map((item): Hit => {
    const shown = shownItemOf(item);
    const go = () => void navigate(linkTo(testerPath, { q: shown.name }));
    return { key: `item ${item.id}`, kind: 'item', item: shown, go };
  });
  return { hits: [...shellHits, ...itemHits], isSearching: isAsked && found.isFetching, hasFailed: isAsked && found.isError };
}

function useShellHits(text: string): Hit[] {
  const t = useText();
  const session = useSession();
  const navigate = useNavigate();
  const [, change] = useAddress();
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
      adds === undefined ? [] : [{ title: t(adds), go: () => void navigate(linkTo(to, { edit: 'new' })) }],
    );
  const actions = [...additions, { title: t('Add project'), go: () => change({ dialog: 'add-project' }) }];
  const actionHits = actions.map((action): Hit => ({ key: `action ${action.title}`, kind: 'action', icon: Plus, ...action }));
  if (wanted === '') return [...recentScreens(path).filter(isOpen).map(screenHit('recent')), ...actionHits];
  const found = screens.filter((screen) => isOpen(screen) && finds(t(screen.title))).map(screenHit('screen'));
  return [...found, ...actionHits.filter((hit) => hit.kind === 'action' && finds(hit.title))];
}
