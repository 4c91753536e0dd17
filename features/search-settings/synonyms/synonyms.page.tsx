import { Text } from '@mantine/core';
import { Replace } from 'lucide-react';
import { useOfCollection } from '#console-kit/collection/collection-query.ts';
import { useCrud } from '#console-kit/list/crud.ts';
import { CrudPage } from '#console-kit/list/crud-page.tsx';
import { useText } from '#console-kit/text/i18n.ts';
import { readExample } from '#features/data/collections/collections.contract.ts';
import { defaultSynonymTypeId, synonyms } from './synonyms.contract.ts';
import { kindOf, SynonymFields, synonymKinds } from './synonyms.form.tsx';

export default function SynonymsPage() {
  const t = useText();
  const crud = useCrud(synonyms, {
    nameOf: ({ term }) => term,
    proposable: ['term', 'synonym'],
    saved: t('Saved. Live now.'),
  });
  const { term = '', synonym } = crud.proposed;
  return (
    <CrudPage
      crud={crud}
      title={t('Synonyms')}
      purpose={t('Words that mean the same find the same items.')}
      help={<Help />}
      searchLabel={t('Search synonyms')}
      titles={{ create: t('Add synonym'), edit: t('Edit synonym') }}
      deleteLabel={t('Delete synonym')}
      columns={[
        { name: 'term', title: t('Term'), cell: (row) => row.term, isSortable: true },
        { name: 'synonyms', title: t('Synonyms'), cell: (row) => row.synonyms.join(', ') },
        { name: 'kind', title: t('Kind'), cell: (row) => t(kindOf(row.synonym_type_id)), isSortable: true, width: 140 },
      ]}
      empty={{
        icon: Replace,
        title: t('Your synonyms will be here'),
        text: t('People say “fridge”, your catalogue says “refrigerator”: a synonym brings them together.'),
      }}
      blank={{ term, synonym_type_id: defaultSynonymTypeId, synonyms: synonym === undefined ? [] : [synonym] }}
      names={{ term: t('Term'), synonym_type_id: t('Kind'), synonyms: t('Synonyms'), is_active: t('Active') }}
      textOf={(name, value) => (name === 'synonym_type_id' ? t(kindOf(value)) : undefined)}
    >
      {(form) => <SynonymFields form={form} />}
    </CrudPage>
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
