import { Button, Text } from '@mantine/core';
import { ChartNoAxesColumn, MessageSquareQuote, RefreshCw, Trash2 } from 'lucide-react';
import { AddButton } from '#console-kit/list/add-button.tsx';
import { useAddress } from '#console-kit/state/address.ts';
import { CollectionPage, type PageFrame } from '#console-kit/collection/collection-page.tsx';
import { useFormats } from '#console-kit/text/format.ts';
import { msg, useText } from '#console-kit/text/i18n.ts';
import { useList } from '#console-kit/list/list.ts';
import { Page } from '#console-kit/page/page.tsx';
import { useAction } from '#console-kit/calls/queries.ts';
import { SearchInput } from '#console-kit/list/search-input.tsx';
import { Empty } from '#console-kit/page/states.tsx';
import type { RowAction } from '#console-kit/list/row-actions.tsx';
import { Table } from '#console-kit/list/table.tsx';
import { AddPhraseDrawer } from './add-phrase.tsx';
import { PhraseDrawer } from './phrase-drawer.tsx';
import { PhraseVisibility } from './phrase-switches.tsx';
import { listPhrases, minePhrases, type Phrase } from './phrases.contract.ts';
import { useRemovePhrase } from './remove-phrase.tsx';

const itemKeys = ['sort', 'order', 'edit', 'show'];
const sources = {
  name: msg('Item names'),
  category: msg('Categories'),
  searched: msg('Searches'),
  added: msg('Added by hand'),
} as const satisfies Record<Phrase['source'], string>;

export default function PhrasesPage() {
  const frame = useFrame();
  return (
    <CollectionPage keys={itemKeys} frame={frame}>
      {({ id }) => <CollectionPhrases id={id} frame={frame} />}
    </CollectionPage>
  );
}

function useFrame(): PageFrame {
  const t = useText();
  return {
    title: t('Phrases'),
    purpose: t('What your goods are called: suggested while somebody types, and known as words that belong together.'),
    help: <Help />,
  };
}

function CollectionPhrases({ id, frame }: { readonly id: number; readonly frame: PageFrame }) {
  const t = useText();
  const { number } = useFormats();
  const [, change] = useAddress();
  const list = useList(listPhrases, { c: id });
  const remove = useRemovePhrase();
  const show = (phrase: Phrase) => change({ show: String(phrase.id) });
  const deletionOf = (phrase: Phrase): RowAction => ({
    label: t('Delete phrase'),
    icon: Trash2,
    run: () => void remove(phrase),
    question: { text: t('Delete “{name}”?', { name: phrase.phrase }), yes: t('Delete') },
    shortcut: 'Delete',
  });
  const add = <AddButton label={t('Add phrase')} onClick={() => change({ edit: 'new' })} />;
  return (
    <Page
      {...frame}
      primary={!list.isEmpty && add}
      secondary={<LookAgain collectionId={id} />}
      toolbar={!list.isEmpty && <SearchInput list={list} label={t('Search phrases')} />}
    >
      <Table
        label={t('Phrases')}
        list={list}
        columns={[
          { name: 'phrase', title: t('Phrase'), cell: ({ phrase }) => phrase, isSortable: true },
          {
            name: 'items',
            title: t('Items'),
            cell: ({ item_count: count }) => number(count),
            isNumber: true,
            isSortable: true,
            width: 90,
          },
          {
            name: 'searches',
            title: t('Searches'),
            cell: ({ search_count: count }) => (count > 0 ? number(count) : '–'),
            isNumber: true,
            isSortable: true,
            width: 110,
          },
          { name: 'source', title: t('Origin'), cell: ({ source }) => t(sources[source]), width: 150, isWideOnly: true },
          { name: 'visible', title: t('Suggested'), cell: (phrase) => <PhraseVisibility phrase={phrase} />, width: 110 },
          { name: 'boost', title: t('Boost'), cell: ({ boost }) => number(boost), isNumber: true, width: 90 },
        ]}
        keyOf={(phrase) => phrase.id}
        opens={(phrase) => ({ show: phrase.id })}
        actions={(phrase) => [
          { label: t('Show what it does'), icon: ChartNoAxesColumn, run: () => show(phrase) },
          ...(phrase.source === 'added' ? [deletionOf(phrase)] : []),
        ]}
        empty={
          <Empty
            icon={MessageSquareQuote}
            title={t('Your phrases will be here')}
            text={t(
              'The next import finds them in the names and categories of your items and in what your visitors search for. Add what they say besides.',
            )}
            action={add}
          />
        }
      />
      <AddPhraseDrawer collectionId={id} />
      <PhraseDrawer />
    </Page>
  );
}

function LookAgain({ collectionId }: { readonly collectionId: number }) {
  const t = useText();
  const mine = useAction(minePhrases, {
    refreshes: [listPhrases],
    done: t('The items are being looked through. New phrases will be here in a moment.'),
  });
  return (
    <Button
      variant="default"
      leftSection={<RefreshCw size={16} aria-hidden />}
      loading={mine.isPending}
      onClick={() => mine.mutate({ c: collectionId })}
    >
      {t('Look through items')}
    </Button>
  );
}

function Help() {
  const t = useText();
  return [
    t(
      'Every import looks for words that stand together in the names of several items, and takes the names of categories and what your visitors often search for, too.',
    ),
    t(
      'While a customer types, phrases are suggested above single words: those with a higher boost first, then those that are searched more and that more items have.',
    ),
    t('A hidden phrase is no longer suggested, and stays hidden after the next import. So does a boost.'),
    t('Where the relevance of a field says that only known phrases count, these are the ones that do.'),
    t('An example: “gardening gloves” is suggested as soon as somebody types “gar”.'),
  ].map((sentence) => (
    <Text key={sentence} size="sm">
      {sentence}
    </Text>
  ));
}
