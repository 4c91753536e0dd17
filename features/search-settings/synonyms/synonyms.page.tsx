import { Text } from '@mantine/core';
import { Pencil, Replace, Trash2 } from 'lucide-react';
import { AddButton } from '#console-kit/add-button.tsx';
import { useCrud } from '#console-kit/crud.ts';
import { useText } from '#console-kit/i18n.ts';
import { Page } from '#console-kit/page.tsx';
import { SearchInput } from '#console-kit/search-input.tsx';
import { Empty } from '#console-kit/states.tsx';
import { Table } from '#console-kit/table.tsx';
import { synonyms } from './synonyms.contract.ts';
import { SynonymForm, synonymKinds } from './synonyms.form.tsx';

export default function SynonymsPage() {
  const t = useText();
  const crud = useCrud(synonyms, { toInput: (synonym) => synonyms.input.parse(synonym), nameOf: ({ term }) => term });
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
  const example = t(
    'An example: “fridge” and “refrigerator” are two-way. “Shoes” one-way to “trainers” finds trainers too, while those who want trainers do not get all shoes.',
  );
  const effect = t('Synonyms work at once, in every form of a word and without diacritics.');
  return [...kinds, example, effect].map((sentence) => (
    <Text key={sentence} size="sm">
      {sentence}
    </Text>
  ));
}
