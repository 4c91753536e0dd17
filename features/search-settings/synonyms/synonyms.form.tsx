import { Radio, Stack, TagsInput, TextInput } from '@mantine/core';
import type { CrudState } from '#console-kit/crud.ts';
import { msg, useText } from '#console-kit/i18n.ts';
import { RecordDrawer } from '#console-kit/record-drawer.tsx';
import { defaultSynonymTypeId, type Synonym, type synonyms } from './synonyms.contract.ts';

type Kind = Synonym['synonym_type_id'];
interface KindWords {
  readonly name: string;
  readonly meaning: string;
}

export const synonymKinds: Readonly<Record<Kind, KindWords>> = {
  1: { name: msg('Two-way'), meaning: msg('All words mean the same: any of them finds items with any other.') },
  2: { name: msg('One-way'), meaning: msg('The term also finds the synonyms, but they do not find the term.') },
  3: { name: msg('Weak'), meaning: msg('As one-way, with the found items ranked below those that have the term itself.') },
};
const kindIds = Object.keys(synonymKinds).map((id) => Number(id) as Kind);

export function SynonymForm({ crud }: { readonly crud: CrudState<typeof synonyms> }) {
  const t = useText();
  const { term = '', synonym } = crud.proposed;
  return (
    <RecordDrawer
      crud={crud}
      blank={{ term, synonym_type_id: defaultSynonymTypeId, synonyms: synonym === undefined ? [] : [synonym] }}
      names={{ term: t('Term'), synonym_type_id: t('Kind'), synonyms: t('Synonyms') }}
      titles={{ create: t('Add synonym'), edit: t('Edit synonym') }}
    >
      {({ field, values, set }) => (
        <>
          <TextInput {...field('term')} description={t('A word or phrase, in any of its forms.')} data-autofocus />
          <TagsInput {...field('synonyms')} description={t('Press Enter after each one.')} splitChars={[',', ';']} />
          <Radio.Group
            {...field('synonym_type_id')}
            value={String(values.synonym_type_id)}
            onChange={(id) => set('synonym_type_id', Number(id) as Kind)}
          >
            <Stack gap={12} mt={8}>
              {kindIds.map((id) => (
                <Radio key={id} value={String(id)} label={t(synonymKinds[id].name)} description={t(synonymKinds[id].meaning)} />
              ))}
            </Stack>
          </Radio.Group>
        </>
      )}
    </RecordDrawer>
  );
}
