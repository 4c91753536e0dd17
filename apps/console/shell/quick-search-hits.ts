import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { allows } from '#contract/permission.ts';
import { linkTo } from '#console-kit/state/address.ts';
import { useCollection } from '#console-kit/collection/collection.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { shownItemOf, type ShownItem } from '#console-kit/item/item-cell.tsx';
import { followingQuery } from '#console-kit/calls/queries.ts';
import { useAllowed } from '#console-kit/session/rights.ts';
import { useSession } from '#console-kit/session/session.ts';
import { screens } from '#console/screens.ts';
import type { Screen } from '#console/screens/screen.ts';
import { testQuery } from '#features/developer/query-tester/query-tester.contract.ts';

export const minimumCharacters = 2;
const itemCount = 6;
const testerPath = '/developer/query-tester';

export type Hit = { readonly key: string; readonly go: () => void } & (
  | { readonly kind: 'screen'; readonly screen: Screen }
  | { readonly kind: 'item'; readonly item: ShownItem }
);

interface Hits {
  readonly hits: readonly Hit[];
  readonly isSearching: boolean;
  readonly hasFailed: boolean;
}

/** The screens, and for those who may test queries the items, that `text` finds. Late answers to older texts are dropped. */
export function useHits(text: string): Hits {
  const isLongEnough = text.length >= minimumCharacters;
  const screenHits = useScreenHits(isLongEnough ? text : '');
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
  return { hits: [...screenHits, ...itemHits], isSearching: isAsked && found.isFetching, hasFailed: isAsked && found.isError };
}

function useScreenHits(text: string): Hit[] {
  const t = useText();
  const session = useSession();
  const navigate = useNavigate();
  const wanted = folded(text);
  if (!session || wanted === '') return [];
  return screens
    .filter(({ needs, isInside, title }) => !isInside && allows(session.person, needs) && folded(t(title)).includes(wanted))
    .map((screen) => ({ key: screen.path, kind: 'screen', screen, go: () => void navigate({ to: screen.path }) }));
}

/** Without case and diacritics, as people type in a hurry. */
const folded = (text: string) => text.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
