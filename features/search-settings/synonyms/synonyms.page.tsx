import { Text } from '@mantine/core';
import { Pencil, Replace, Trash2 } from 'lucide-react';
import { AddButton } from '#console-kit/add-button.tsx';
import { useOfCollection } from '#console-kit/collection-query.ts';
import { useCrud } from '#console-kit/crud.ts';
import { useText } from '#console-kit/i18n.ts';
import { Page } from '#console-kit/page.tsx';
import { SearchInput } from '#console-kit/search-input.tsx';
import { Empty } from '#console-kit/states.tsx';
import { Table } from '#console-kit/table.tsx';
import { readExample } from '#features/data/collections/collections.contract.ts';
import { synonyms } from './synonyms.contract.ts';
import { SynonymForm, synonymKinds } from './synonyms.form.tsx';

export default function SynonymsPage() {
  const t = useText();
  const crud = useCrud(synonyms, {
    toInput: (synonym) => synonyms.input.parse(synonym),
    nameOf: ({ term }) => term,
    proposable: ['term', 'synonym'],
  });
  const { isEmpty } = crud.list;
  const add = <AddButton label={t('Add synonym')} onClick={() => crud.open('new')} />;
  const text = t('People say “fridge”, your catalogue says “refrigerator”: a synonym brings them together.');
  return (
    <Page
      title={t('Synonyms')}
      purpose={t('Words that mean the same find the same items.')}
      primary={!isEmpty && add}
      toolbar={!isEmpty && <SearchInput list={crud.list} label={t('Search synonyms')} />}
      help={<Help />}
    >
      <Table
        label={t('Synonyms')}
        list={crud.list}
        columns={[
          { name: 'term', title: t('Term'), cell: ({ term }) => term, isSortable: true },
          { name: 'synonyms', title: t('Synonyms'), cell: (synonym) => synonym.synonyms.join(', ') },
          { name: 'kind', title: t('Kind'), cell: (synonym) => t(synonymKinds[synonym.synonym_type_id].name) },
        ]}
        keyOf={({ id }) => id}
        actions={(synonym) => [
          { label: t('Edit synonym'), icon: Pencil, run: () => crud.open(synonym) },
          { label: t('Delete synonym'), icon: Trash2, run: () => void crud.remove(synonym) },
        ]}
        empty={<Empty icon={Replace} title={t('Your synonyms will be here')} text={text} action={add} />}
      />
      <SynonymForm crud={crud} />
    </Page>
  );
}

function Help() {
  const t = useText();
  const kinds = Object.values(synonymKinds).map(({ name, meaning }) => `${t(name)}: ${t(meaning)}`);
  const own = useOfCollection(readExample);
  const example = own
    ? t(
        'In your shop, “{word}” finds {count} items, first of them “{item}”. Give the word as a synonym to what else your customers call it, and they find the same.',
        { ...own, count: own.count },
      )
    : t('An example: “fridge” and “refrigerator” are two-way, so that both find the same.');
  const effect = t('Synonyms work at once, in every form of a word and without diacritics.');
  return [...kinds, example, effect].map((sentence) => (
    <Text key={sentence} size="sm">
      {sentence}
    </Text>
  ));
}
