import { Button, Text } from '@mantine/core';
import { ChartNoAxesColumn, MessageSquareQuote, RefreshCw, Trash2 } from 'lucide-react';
import { AddButton } from '#console-kit/add-button.tsx';
import { useAddress } from '#console-kit/address.ts';
import { type CollectionChoice, useCollections, useLinkedCollection } from '#console-kit/collection.ts';
import { useFormats } from '#console-kit/format.ts';
import { msg, useText } from '#console-kit/i18n.ts';
import { useList } from '#console-kit/list.ts';
import { NoItems } from '#console-kit/no-items.tsx';
import { Page } from '#console-kit/page.tsx';
import { useAction } from '#console-kit/queries.ts';
import { SearchInput } from '#console-kit/search-input.tsx';
import { Empty, RowSkeletons } from '#console-kit/states.tsx';
import { Table } from '#console-kit/table.tsx';
import { AddPhraseDrawer } from './add-phrase.tsx';
import { PhraseDrawer } from './phrase-drawer.tsx';
import { PhraseBoost, PhraseVisibility } from './phrase-switches.tsx';
import { listPhrases, minePhrases, type Phrase } from './phrases.contract.ts';
import classes from './phrases.module.css';
import { useRemovePhrase } from './remove-phrase.tsx';

const itemKeys = ['sort', 'order', 'edit', 'show'];
const sources = {
  name: msg('Item names'),
  category: msg('Categories'),
  searched: msg('Searches'),
  added: msg('Added by hand'),
} as const satisfies Record<Phrase['source'], string>;

export default function PhrasesPage() {
  const collection = useLinkedCollection(itemKeys);
  const { collections } = useCollections();
  if (collection) return <CollectionPhrases key={collection.id} collection={collection} />;
  return <PhrasesFrame>{collections ? <NoItems /> : <RowSkeletons />}</PhrasesFrame>;
}

interface FrameProps {
  readonly primary?: React.ReactNode;
  readonly secondary?: React.ReactNode;
  readonly toolbar?: React.ReactNode;
  readonly children: React.ReactNode;
}

function PhrasesFrame({ children, ...parts }: FrameProps) {
  const t = useText();
  return (
    <Page
      title={t('Phrases')}
      purpose={t('What your goods are called: suggested while somebody types, and known as words that belong together.')}
      help={<Help />}
      {...parts}
    >
      {children}
    </Page>
  );
}

function CollectionPhrases({ collection: { id } }: { readonly collection: CollectionChoice }) {
  const t = useText();
  const { number } = useFormats();
  const [, change] = useAddress();
  const list = useList(listPhrases, { c: id });
  const remove = useRemovePhrase(id);
  const show = (phrase: Phrase) => change({ show: String(phrase.id) });
  const add = <AddButton label={t('Add phrase')} onClick={() => change({ edit: 'new' })} />;
  return (
    <PhrasesFrame
      primary={!list.isEmpty && add}
      secondary={<LookAgain collectionId={id} />}
      toolbar={!list.isEmpty && <SearchInput list={list} label={t('Search phrases')} />}
    >
      <Table
        label={t('Phrases')}
        list={list}
        columns={[
          { name: 'phrase', title: t('Phrase'), cell: (phrase) => <PhraseName phrase={phrase} show={show} />, isSortable: true },
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
          { name: 'boost', title: t('Boost'), cell: (phrase) => <PhraseBoost key={phrase.boost} phrase={phrase} />, width: 120 },
        ]}
        keyOf={(phrase) => phrase.id}
        actions={(phrase) => [
          { label: t('Show what it does'), icon: ChartNoAxesColumn, run: () => show(phrase) },
          ...(phrase.source === 'added' ? [{ label: t('Delete phrase'), icon: Trash2, run: () => void remove(phrase) }] : []),
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
    </PhrasesFrame>
  );
}

function PhraseName({ phrase, show }: { readonly phrase: Phrase; readonly show: (phrase: Phrase) => void }) {
  return (
    <button type="button" className={classes.open} onClick={() => show(phrase)}>
      {phrase.phrase}
    </button>
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
