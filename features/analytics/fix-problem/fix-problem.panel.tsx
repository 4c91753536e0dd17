import { Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ArrowRight, ArrowRightLeft, Pin, Replace, type LucideIcon, Wrench } from 'lucide-react';
import { maximumCurationQueryLength, maximumFixitLength, maximumSynonymLength } from '#contract/limits.ts';
import { useCollection } from '#console-kit/collection/collection.ts';
import { SideDrawer } from '#console-kit/dialog/side-drawer.tsx';
import type { RowAction } from '#console-kit/list/row-actions.tsx';
import { AllowedLink } from '#console-kit/session/allowed-link.tsx';
import { useRefusal } from '#console-kit/session/refusal.ts';
import { type AddressChanges, linkTo, useAddress } from '#console-kit/state/address.ts';
import { msg, useText } from '#console-kit/text/i18n.ts';
import { shortQuery } from '#features/analytics/statistics/query-text.panel.tsx';
import classes from './fix-problem.module.css';

interface Way {
  readonly icon: LucideIcon;
  readonly title: string;
  /** When it is the right one. */
  readonly text: string;
  readonly path: string;
  /** How the form there is filled in. */
  readonly opens: (query: string) => AddressChanges;
  /** Of a query that it can be for, in characters. */
  readonly maximumLength: number;
}

const ways: readonly Way[] = [
  {
    icon: Replace,
    title: msg('Add synonym'),
    text: msg('Customers call it otherwise than your catalogue. Both words then find the same items.'),
    path: '/search-settings/synonyms',
    opens: (term) => ({ edit: 'new', term }),
    maximumLength: maximumSynonymLength,
  },
  {
    icon: ArrowRightLeft,
    title: msg('Add replacing term'),
    text: msg('The whole query is a mistake, or a page answers it. Another query is searched, or the visitor is sent there.'),
    path: '/search-settings/fixit',
    opens: (term) => ({ edit: 'new', term }),
    maximumLength: maximumFixitLength,
  },
  {
    icon: Pin,
    title: msg('Add curation'),
    text: msg('You know which items belong here. Choose them, and they come first.'),
    path: '/search-settings/curations/edit',
    opens: (query) => ({ id: 'new', query }),
    maximumLength: maximumCurationQueryLength,
  },
];

/** What the button opens: the ways to make a query find something, each with its form filled in. Its address is `?fix=<query>`. */
export function FixProblemDrawer() {
  const t = useText();
  const [{ fix: query }, change] = useAddress();
  return (
    <SideDrawer
      isOpen={query !== undefined}
      title={t('Fix “{query}”', { query: shortQuery(query ?? '') })}
      onClose={() => change({ fix: undefined })}
    >
      {query !== undefined && <Ways query={query} />}
    </SideDrawer>
  );
}

function Ways({ query }: { readonly query: string }) {
  const t = useText();
  const refusal = useRefusal('search');
  const c = useCollection()?.id;
  return (
    <Stack gap={16}>
      <Text size="sm">{t('Choose how the query is to find something. Its form opens with the query filled in.')}</Text>
      {refusal !== undefined && (
        <Text size="sm" c="dimmed" role="status">
          {refusal}
        </Text>
      )}
      <ul className={classes.ways}>
        {ways.map((way) => (
          <li key={way.path}>
            <WayLink way={way} query={query} isOff={refusal !== undefined} />
          </li>
        ))}
      </ul>
      <AllowedLink needs="developer" to={linkTo('/developer/analyze', { term: query, ...(c !== undefined && { c }) })}>
        {t('See what search makes of the query')}
      </AllowedLink>
    </Stack>
  );
}

function WayLink({ way, query, isOff }: { readonly way: Way; readonly query: string; readonly isOff: boolean }) {
  const t = useText();
  const { icon: Icon, title, text, path, opens, maximumLength } = way;
  const isTooLong = query.length > maximumLength;
  const content = (
    <>
      <Icon size={20} strokeWidth={1.75} aria-hidden className={classes.icon} />
      <span className={classes.texts}>
        <Text component="span" size="sm" fw={600}>
          {t(title)}
        </Text>
        <Text component="span" size="sm" c="dimmed">
          {isTooLong ? t('The query is longer than {max} characters.', { max: maximumLength }) : t(text)}
        </Text>
      </span>
    </>
  );
  if (isOff || isTooLong)
    return (
      <span className={classes.way} role="link" aria-disabled tabIndex={0}>
        {content}
      </span>
    );
  return (
    <Link {...linkTo(path, opens(query))} className={classes.way}>
      {content}
      <ArrowRight size={16} aria-hidden className={classes.arrow} />
    </Link>
  );
}

/** What a row of a query that finds nothing is there for. */
export function useFixAction(): (query: string) => RowAction {
  const t = useText();
  const [, change] = useAddress();
  return (query) => ({ label: t('Fix this problem'), icon: Wrench, isWorded: true, run: () => change({ fix: query }) });
}
