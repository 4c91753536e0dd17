import { Anchor, Stack, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, Eraser, GraduationCap, Pin, RotateCcw, Ban } from 'lucide-react';
import { useAction } from '#ui/calls/queries.ts';
import { CollectionPage } from '#ui/collection/collection-page.tsx';
import { useList } from '#ui/list/list.ts';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { ListFilter, SearchInput } from '#ui/list/search-input.tsx';
import { type Column, Table } from '#ui/list/table.tsx';
import { Page, Sentences } from '#ui/page/page.tsx';
import { Empty } from '#ui/page/states.tsx';
import { linkTo } from '#ui/state/address.ts';
import { savedText } from '#ui/page/goes-live.ts';
import { categoryText, formats } from '#ui/text/format.ts';
import classes from './learned.module.css';
import { t } from '#ui/text/i18n.ts';
import {
  forgetLearned,
  helpfulSearches,
  type LearnedItem,
  type LearnedList,
  listLearned,
  neverLearn,
  outlookDays,
} from '#features/search-settings/learned/learned.contract.ts';

const keys = ['search', 'sort', 'order', 'page', 'state'];

export default function LearnedPage() {
  return (
    <CollectionPage keys={keys} frame={frame()}>
      {({ id }) => <Learned c={id} />}
    </CollectionPage>
  );
}

const frame = () => ({
  title: t('Learned'),
  purpose: t('Queries and categories whose items rank higher or lower because of visitors’ choices.'),
  help: (
    <Sentences
      of={[
        t(
          'Each night the order is learned from clicks, carts and purchases after a query or in a category. Older choices count less.',
        ),
        t('What visitors choose more often than its place explains ranks higher.'),
        t('Promoted and hidden items don’t move. Each night is a release that you can compare and restore.'),
      ]}
    />
  ),
});

function Learned({ c }: { readonly c: number }) {
  const list = useList(listLearned, { c }, { sort: 'searches', order: 'desc' }, ['state']);
  const isNever = list.filters?.['state'] === 'never';
  const actionsOf = useActions(c, isNever);
  const { answer } = list;
  return (
    <Page
      {...frame()}
      toolbar={
        !list.isEmpty && (
          <>
            <SearchInput list={list} label={t('Query or category')} />
            <ListFilter name="state" label={t('State')} all={t('Learned')} choices={{ never: t('Never learned') }} />
          </>
        )
      }
    >
      {answer?.learning === 'off' && !list.isEmpty && <Text size="sm">{t('Learning is off: the order doesn’t change.')}</Text>}
      <Table
        label={t('Learned')}
        list={list}
        columns={columns()}
        keyOf={({ id }) => id}
        actions={actionsOf}
        empty={answer && <NothingLearned {...answer} />}
      />
      {answer?.counted_until != null && (
        <Text size="sm" c="dimmed" mt={8}>
          {t('Visitors are counted up to {day}.', { day: formats.days(answer.counted_until, answer.counted_until) })}
        </Text>
      )}
    </Page>
  );
}

const nameOf = ({ query, is_category: isCategory }: Pick<LearnedItem, 'query' | 'is_category'>): string =>
  isCategory ? categoryText(query) : query;

const columns = (): readonly Column<LearnedItem>[] => [
  { name: 'query', title: t('Query or category'), cell: (row) => nameOf(row), isSortable: true, width: '25%' },
  { name: 'moves', title: t('Moved items'), cell: (row) => <Moves row={row} />, width: '50%' },
  {
    name: 'searches',
    title: t('Searches'),
    cell: ({ searches }) => formats.number(searches),
    isSortable: true,
    isNumber: true,
    isTitledOnCard: true,
  },
  {
    name: 'choices',
    title: t('Choices'),
    cell: ({ choices }) => formats.number(choices),
    isSortable: true,
    isNumber: true,
    isTitledOnCard: true,
  },
];

function Moves({ row: { moves } }: { readonly row: LearnedItem }) {
  if (moves.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('No item moved.')}
      </Text>
    );
  return (
    <Stack gap={2}>
      {moves.map(({ id, name, from, to }) => (
        <span key={id} className={classes.move} data-up={from > to}>
          {from > to ? <ArrowUp size={14} aria-hidden /> : <ArrowDown size={14} aria-hidden />}
          <span className={classes.places}>
            {formats.number(from)} → {formats.number(to)}
          </span>
          <span title={name}>{name}</span>
        </span>
      ))}
    </Stack>
  );
}

function useActions(c: number, isNever: boolean): (row: LearnedItem) => readonly RowAction[] {
  const navigate = useNavigate();
  const refreshes = [listLearned];
  const forget = useAction(forgetLearned, {
    refreshes,
    done: savedText('atOnce'),
    undo: (asked) => ({ ...asked, is_undo: true }),
  });
  const never = useAction(neverLearn, {
    refreshes,
    done: savedText('atOnce'),
    undo: (asked) => (asked.is_never ? { ...asked, is_undo: true } : { ...asked, is_never: true }),
  });
  return ({ id, order, ...row }) =>
    isNever
      ? [{ label: t('Learn again'), icon: RotateCcw, run: () => never.mutate({ c, ids: [id], is_never: false }) }]
      : [
          {
            label: t('Pin this order'),
            icon: Pin,
            run: () =>
              void navigate(
                linkTo('/search-settings/curations/edit', {
                  id: 'new',
                  [row.is_category ? 'category' : 'query']: row.query,
                  promote: order.join('\n'),
                  c,
                }),
              ),
            disabledReason: order.length === 0 ? t('No item moved.') : undefined,
          },
          {
            label: t('Forget'),
            icon: Eraser,
            run: () => forget.mutate({ c, ids: [id] }),
            question: { text: t('Drop all choices after “{query}”?', { query: nameOf(row) }), yes: t('Forget') },
          },
          {
            label: t('Never learn here'),
            icon: Ban,
            run: () => never.mutate({ c, ids: [id], is_never: true }),
            question: { text: t('Stop learning after “{query}”?', { query: nameOf(row) }), yes: t('Never learn here') },
          },
        ];
}

function NothingLearned({ learning, outlook }: LearnedList) {
  if (learning === 'off')
    return (
      <Empty
        icon={GraduationCap}
        title={t('Learning is off')}
        text={t('Turn it on to rank items by what visitors choose.')}
        action={
          <Anchor component={Link} to="/search-settings/relevance-tuning">
            {t('Relevance tuning')}
          </Anchor>
        }
      />
    );
  return (
    <Empty
      icon={GraduationCap}
      title={t('Nothing learned yet')}
      text={outlook === null ? t('No searches yet. Learning needs searches and clicks of your visitors.') : outlookText(outlook)}
      action={
        <Anchor component={Link} to="/developer/plugin">
          {t('Connect your shop')}
        </Anchor>
      }
    />
  );
}

function outlookText({ query, per_day: perDay, days }: NonNullable<LearnedList['outlook']>): string {
  const words = { needed: formats.number(helpfulSearches), period: outlookDays, query, rate: formats.number(perDay) };
  return days === null
    ? t(
        'A query needs about {needed} searches with clicks in {period} days. Your most frequent one, “{query}”, is searched {rate} times a day: too rarely.',
        words,
      )
    : t(
        'A query needs about {needed} searches with clicks in {period} days. Your most frequent one, “{query}”, is searched {rate} times a day: about {days} days.',
        { ...words, days: formats.number(days) },
      );
}
