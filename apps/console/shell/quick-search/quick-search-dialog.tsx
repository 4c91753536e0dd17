import { Group, Kbd, Modal, Text, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Search, FolderOpen, Pin, Plus, Replace, ScanSearch, SlidersHorizontal, TextSearch, type LucideIcon } from 'lucide-react';
import { Fragment, type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { t } from '#ui/text/i18n.ts';
import { RefetchBar } from '#ui/page/states.tsx';
import classes from './quick-search.module.css';
import { ItemCell, shownItemOf, type ShownItem } from '#ui/item/item-cell.tsx';
import { linkTo, type ScreenPath, useAddress } from '#ui/state/address.ts';
import { useCollection } from '#ui/collection/collection.ts';
import { followingQuery } from '#ui/calls/queries.ts';
import { useAllowed, type OwnProject, useOwnProjects, useProjectTimeZone, useSession } from '#ui/state/session.ts';
import { switchProject } from '#ui/dialog/may-leave.ts';
import { screens, sections } from '#apps/console/screens.ts';
import { curationPath, testerLink } from '#features/analytics/statistics/screen/statistics.panel.tsx';
import { Marked } from './marked.tsx';
import { isOpenTo, type Screen } from '#apps/console/screens/screen.ts';
import { recentScreens } from '#apps/console/shell/menu/recent-screens.ts';
import { findItems } from '#features/general/quick-search/quick-search.contract.ts';
import { kindOf, rowName, screenOf } from '#ui/releases/released-kind.ts';
import { useReleasedKinds } from '#ui/releases/released-kinds.tsx';
import { dashboardRange, daysAgo } from '#features/analytics/statistics/statistics.contract.ts';
import { todayIn } from '#ui/dates/date-choice.ts';
import { listSearchTrends, readQueryNow } from '#features/analytics/search-trends/search-trends.contract.ts';
import { allows } from '#contract/permission.ts';
import { folded } from '#ui/text/format.ts';

const minimumCharacters = 2;
const documentsPath = '/developer/documents';

type Hit = { readonly key: string; readonly go: () => void } & (
  | {
      readonly kind: 'recent' | 'screen' | 'action' | 'project' | 'query' | 'rule' | 'typed';
      readonly icon: LucideIcon;
      readonly title: string;
      readonly detail?: string;
    }
  | { readonly kind: 'item'; readonly item: ShownItem }
);

interface Hits {
  readonly hits: readonly Hit[];
  readonly isSearching: boolean;
  readonly hasFailed: boolean;
}

/** Calls follow `settled`; all else is there at once. */
function useHits(text: string, settled: string): Hits {
  const isLongEnough = Math.min(text.length, settled.length) >= minimumCharacters;
  const shellHits = useShellHits(text);
  const collection = useCollection();
  const c = collection?.id ?? 0;
  const open = useOpenItem(c);
  const isAsked = isLongEnough && collection !== null;
  const found = useQuery({ ...followingQuery(findItems, { c, q: settled }), enabled: isAsked, retry: false });
  const items = isAsked ? (found.data ?? []) : [];
  const itemHits = items.map((item): Hit => ({
    key: `item ${item.id}`,
    kind: 'item',
    item: shownItemOf(item),
    go: () => open(item.id),
  }));
  const queryHits = useQueryHits(settled, isAsked ? c : null);
  const typedHits = useTypedHits(text, isAsked ? c : null);
  return {
    hits: [...shellHits, ...queryHits, ...itemHits, ...typedHits],
    isSearching: text !== settled || (isAsked && found.isFetching),
    hasFailed: isAsked && found.isError,
  };
}

const shownQueries = 4;

/** They act on every query. */
const boosts = 'boosts';

/** Queries of visitors that hold the text, and the rules that act on it. */
function useQueryHits(text: string, c: number | null): Hit[] {
  const navigate = useNavigate();
  const session = useSession();
  const kinds = useReleasedKinds();
  const enabled = useAllowed('analytics') && c !== null;
  const today = todayIn(useProjectTimeZone());
  const trends = useQuery({
    ...followingQuery(listSearchTrends, { search: text, per_page: shownQueries, ...daysAgo(dashboardRange, today) }),
    enabled,
    retry: false,
  });
  const now = useQuery({ ...followingQuery(readQueryNow, { c: c ?? 0, q: text }), enabled, retry: false });
  if (!enabled) return [];
  const queries = (trends.data?.items ?? []).map(({ query, count, item_count: found }): Hit => ({
    key: `query ${query}`,
    kind: 'query',
    icon: TextSearch,
    title: query,
    detail: [t('{count} searches in 7 days', { count }), ...(found === null ? [] : [t('{count} items', { count: found })])].join(
      ' · ',
    ),
    go: () => void navigate(linkTo('/analytics/trending-searches/item', { q: query })),
  }));
  const rules = (now.data?.rules ?? []).flatMap((rule): Hit[] => {
    if (rule.source === boosts) return [];
    const kind = kindOf(kinds, rule.source);
    const row = { ...rule, collection_id: c };
    if (!session || !allows(session.person, kind.screen.needs)) return [];
    const go = () => void navigate(screenOf(kind, row));
    return [
      {
        key: `rule ${rule.source} ${rule.id}`,
        kind: 'rule',
        icon: SlidersHorizontal,
        title: rowName(t, kind, row),
        detail: kind.title(t),
        go,
      },
    ];
  });
  return [...queries, ...rules];
}

/** Actions on the typed text as a query. */
function useTypedHits(query: string, c: number | null): Hit[] {
  const navigate = useNavigate();
  const [mayTry, maySet] = [useAllowed('preview'), useAllowed('search')];
  if (c === null) return [];
  const synonym = linkTo('/search-settings/synonyms', { edit: 'new', term: query, c });
  const all = [
    { title: t('Try it in the query tester'), icon: ScanSearch, isAllowed: mayTry, to: testerLink(query, c) },
    { title: t('Add synonym'), icon: Replace, isAllowed: maySet, to: synonym },
    { title: t('Add curation'), icon: Pin, isAllowed: maySet, to: linkTo(curationPath, { id: 'new', query, c }) },
  ];
  return all
    .filter(({ isAllowed }) => isAllowed)
    .map(({ title, icon, to }) => ({ key: `typed ${title}`, kind: 'typed', icon, title, go: () => void navigate(to) }));
}

function useOpenItem(c: number): (id: string) => void {
  const mayOpen = useAllowed('preview');
  const navigate = useNavigate();
  const [, change] = useAddress();
  return (id) => (mayOpen ? void navigate(linkTo(documentsPath, { c, item: id })) : change({ dialog: 'item', shown: id, c }));
}

function useShellHits(text: string): Hit[] {
  const session = useSession();
  const navigate = useNavigate();
  const [, change] = useAddress();
  const projects = useOwnProjects();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  if (!session) return [];
  const words = folded(text).split(/\s+/).filter(Boolean);
  const isOpen = (screen: Screen) => !screen.isInside && isOpenTo(session, screen);
  const finds = (title: string) => text.length >= minimumCharacters && words.every((word) => folded(title).includes(word));
  const screenHit =
    (kind: 'recent' | 'screen') =>
    (screen: Screen): Hit => ({
      key: `${kind} ${screen.path}`,
      kind,
      icon: screen.icon,
      title: t(screen.title),
      ...(kind === 'screen' && { detail: sectionOf(screen) }),
      go: () => void navigate({ to: screen.path }),
    });
  const additions = screens
    .filter((screen) => isOpen(screen) && allows(session.person, screen.addingNeeds ?? screen.needs))
    .flatMap(({ path: to, adds }) =>
      adds === undefined ? [] : [{ title: t(adds), go: () => void navigate(linkTo(to as ScreenPath, { edit: 'new' })) }],
    );
  const addition = { title: t('Add project'), go: () => change({ dialog: 'add-project' }) };
  const actions = session?.mayAddProjects === false ? additions : [...additions, addition];
  const actionHits = actions.map((action): Hit => ({ key: `action ${action.title}`, kind: 'action', icon: Plus, ...action }));
  const recent = recentScreens(path);
  if (words.length === 0) return [...recent.filter(isOpen).map(screenHit('recent')), ...actionHits];
  const found = [...new Set([...recent, ...screens])]
    .filter((screen) => isOpen(screen) && finds(`${t(screen.title)} ${sectionOf(screen)}`))
    .map(screenHit('screen'));
  const otherProjects = projects.filter(({ id, name }) => id !== session.project?.id && finds(name));
  return [...found, ...actionHits.filter((hit) => hit.kind === 'action' && finds(hit.title)), ...otherProjects.map(projectHit)];
}

const sectionOf = ({ path }: Screen): string => {
  const section = sections.find((one) => one.screens.some((screen) => screen.path === path));
  return section?.title == null ? '' : t(section.title);
};

const projectHit = ({ id, name, token }: OwnProject): Hit => ({
  key: `project ${id}`,
  kind: 'project',
  icon: FolderOpen,
  title: name,
  go: () => void switchProject(token),
});

const debounceMs = 200;
const message = { c: 'dimmed', ta: 'center', px: 16, py: 24 } as const;

interface QuickSearchDialogProps {
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly onClose: () => void;
}

export default function QuickSearchDialog({ text, onType, onClose }: QuickSearchDialogProps) {
  const listId = useId();
  const typed = text.trim();
  const [settled] = useDebouncedValue(typed, debounceMs);
  const { hits, isSearching, hasFailed } = useHits(typed, settled);
  const [place, setPlace] = useState(0);
  const chosen = Math.min(place, hits.length - 1);

  useEffect(() => {
    // In a block: Chromium returns a promise, which React would call as a cleanup.
    document.getElementById(`${listId}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, chosen]);

  const open = (hit: Hit | undefined) => {
    if (!hit) return;
    onClose();
    hit.go();
  };
  const move = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setPlace((chosen + 1) % Math.max(hits.length, 1));
    else if (event.key === 'ArrowUp') setPlace((chosen - 1 + hits.length) % Math.max(hits.length, 1));
    else if (event.key === 'Enter') open(hits[chosen]);
    else return;
    event.preventDefault();
  };

  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size={560}
      centered={false}
      attributes={{ content: { 'aria-label': t('Quick search') } }}
    >
      <Group gap={12} px={16} style={{ borderBottom: '1px solid var(--aisle-line)' }}>
        <Search size={18} aria-hidden />
        <input
          className={classes.input}
          data-autofocus
          role="combobox"
          aria-expanded={hits.length > 0}
          aria-controls={listId}
          aria-label={t('Search screens and items')}
          aria-activedescendant={hits[chosen] ? `${listId}-${chosen}` : undefined}
          placeholder={t('Search screens and items')}
          autoComplete="off"
          value={text}
          onChange={(event) => {
            onType(event.currentTarget.value);
            setPlace(0);
          }}
          onKeyDown={move}
        />
      </Group>
      <RefetchBar isMoving={isSearching} />
      <QuickSearchResults id={listId} hits={hits} typed={typed} chosen={chosen} onChoose={setPlace} onOpen={open} />
      {hasFailed && (
        <Text {...message} role="alert">
          {t('Connection error. Please try again later..')}
        </Text>
      )}
      {!hasFailed && hits.length === 0 && (
        <Text {...message}>
          {typed.length < minimumCharacters && t('Type at least {min} characters.', { min: minimumCharacters })}
          {typed.length >= minimumCharacters && !isSearching && t('Nothing matches “{search}”', { search: typed })}
        </Text>
      )}
      <Group gap={16} px={16} py={8} visibleFrom="sm" c="dimmed" fz="xs" aria-hidden className={classes.keys}>
        <span>
          <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> {t('Select')}
        </span>
        <span>
          <Kbd size="xs">↵</Kbd> {t('Open')}
        </span>
        <span>
          <Kbd size="xs">Esc</Kbd> {t('Close')}
        </span>
      </Group>
      <VisuallyHidden role="status">{hits.length > 0 && t('{count} results', { count: hits.length })}</VisuallyHidden>
    </Modal>
  );
}

interface QuickSearchResultsProps {
  readonly id: string;
  readonly hits: readonly Hit[];
  readonly typed: string;
  readonly chosen: number;
  readonly onChoose: (place: number) => void;
  readonly onOpen: (hit: Hit) => void;
}

function QuickSearchResults({ id, hits, typed, chosen, onChoose, onOpen }: QuickSearchResultsProps) {
  const groupNames = {
    recent: t('Recent'),
    screen: t('Screens'),
    action: t('Actions'),
    project: t('Projects'),
    query: t('Queries'),
    rule: t('Rules'),
    item: t('Items'),
    typed: t('With “{query}”', { query: typed }),
  };
  return (
    <div id={id} role="listbox" aria-label={t('Results')} className={classes.results} hidden={hits.length === 0}>
      {hits.map((hit, place) => (
        <Fragment key={hit.key}>
          {hit.kind !== hits[place - 1]?.kind && (
            <Text size="xs" fw={500} c="dimmed" p="8px 8px 4px" role="presentation">
              {groupNames[hit.kind]}
            </Text>
          )}
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys go to the input, which stays focused. */}
          <div
            id={`${id}-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === chosen}
            className={classes.hit}
            onMouseMove={() => place !== chosen && onChoose(place)}
            onClick={() => onOpen(hit)}
          >
            <HitLine hit={hit} typed={typed} />
          </div>
        </Fragment>
      ))}
    </div>
  );
}

function HitLine({ hit, typed }: { readonly hit: Hit; readonly typed: string }) {
  if (hit.kind === 'item') return <ItemCell item={hit.item} shownName={<Marked text={hit.item.name} words={typed} />} />;
  const { icon: Icon, title, detail } = hit;
  return (
    <>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <span>{hit.kind === 'typed' ? title : <Marked text={title} words={typed} />}</span>
      {detail !== undefined && detail !== '' && (
        <Text span size="sm" c="dimmed">
          {detail}
        </Text>
      )}
    </>
  );
}
