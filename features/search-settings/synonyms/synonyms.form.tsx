import { Radio, Stack, TagsInput, TextInput } from '@mantine/core';
import { ActiveSwitch } from '#console-kit/form/active-switch.tsx';
import type { RecordFormState } from '#console-kit/form/record-form.ts';
import { msg, useText } from '#console-kit/text/i18n.ts';
import type { Synonym, SynonymInput } from './synonyms.contract.ts';

type Kind = Synonym['synonym_type_id'];

export const synonymKinds: Readonly<Record<Kind, { readonly name: string; readonly meaning: string }>> = {
  1: { name: msg('Two-way'), meaning: msg('All words mean the same: any of them finds items with any other.') },
  2: { name: msg('One-way'), meaning: msg('The term also finds the synonyms, but they do not find the term.') },
  3: { name: msg('Weak'), meaning: msg('As one-way, with the found items ranked below those that have the term itself.') },
};
const kindIds = Object.keys(synonymKinds).map((id) => Number(id) as Kind);

/** The name of a kind, untranslated. */
export const kindOf = (id: unknown): string => synonymKinds[Number(id) as Kind].name;

export function SynonymFields({ form }: { readonly form: RecordFormState<typeof SynonymInput> }) {
  const t = useText();
  const { field, values, set } = form;
  return (
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
      <ActiveSwitch form={form} />
    </>
  );
}
