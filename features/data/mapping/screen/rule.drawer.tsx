import { Button, Checkbox, Group, MultiSelect, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FieldRule } from '#contract/values/field-kind.ts';
import { useAddress } from '#ui/state/address.ts';
import { t, type Translate } from '#ui/text/i18n.ts';
import { mayLeave } from '#ui/dialog/may-leave.ts';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { forgetUnsaved, useUnsaved } from '#ui/state/unsaved.ts';
import { newFieldKey } from './mapped-fields.tsx';
import type { FeedMapping } from '#features/data/mapping/mapping.contract.ts';
import { blankRule, withRule, type DraftField, standardFields, type MappingEditor } from './use-mapping-editor.tsx';
import { useMappingPreview } from './mapping-items.tsx';
import classes from './mapping.module.css';

interface RuleDrawerProps {
  readonly id: number;
  readonly mapping: FeedMapping;
  readonly editor: MappingEditor;
}

/** Address: `?field=price`. */
export function RuleDrawer({ id, mapping, editor }: RuleDrawerProps) {
  const [address, change] = useAddress();
  const name = address['field'];
  const field = editor.fields.find((each) => each.name === name);
  const close = () => change({ field: undefined });
  const isNew = name === newFieldKey;
  const label = name === undefined ? '' : t(standardFields[name] ?? name);
  return (
    <SideDrawer isOpen={isNew || field !== undefined} title={isNew ? t('Add field') : label} onClose={close}>
      {(isNew || field) && <RuleForm key={name} id={id} mapping={mapping} editor={editor} field={field} onClose={close} />}
    </SideDrawer>
  );
}

const startOf = (field: DraftField | undefined): FieldRule =>
  field?.rule ?? { ...blankRule(field?.name ?? ''), from: [...(field?.sources ?? [])] };

function RuleForm({
  id,
  mapping,
  editor,
  field,
  onClose,
}: RuleDrawerProps & { readonly field: DraftField | undefined; readonly onClose: () => void }) {
  const [rule, setRule] = useState<FieldRule>(() => startOf(field));
  const [isTried, setIsTried] = useState(false);
  const [start] = useState(rule);
  useUnsaved(JSON.stringify(rule) !== JSON.stringify(start));
  const set = (changes: Partial<FieldRule>) => setRule({ ...rule, ...changes });
  const nameError = field ? undefined : nameProblem(t, rule.to, editor);
  const hasSources = rule.how === 'first' || rule.how === 'join';
  const sourceError = hasSources && rule.from.length === 0 ? t('Choose at least one field of the feed.') : undefined;
  const isRight = nameError === undefined && sourceError === undefined;
  const apply = () => {
    setIsTried(true);
    if (!isRight) return;
    editor.setRule(rule.to, hasSources ? rule : { ...rule, from: [] });
    forgetUnsaved();
    onClose();
  };
  const cancel = async () => {
    if (await mayLeave()) onClose();
  };
  const asProposed = () => {
    editor.setRule(rule.to, null);
    forgetUnsaved();
    onClose();
  };
  return (
    <Stack gap={16}>
      {!field && (
        <TextInput
          label={t('Name')}
          description={t('Small letters, digits and underscores, such as shelf_life.')}
          value={rule.to}
          onChange={(event) => set({ to: event.currentTarget.value })}
          error={isTried && nameError}
          data-autofocus
        />
      )}
      <NativeSelect
        label={t('Value')}
        value={rule.how}
        onChange={(event) => set({ how: event.currentTarget.value as FieldRule['how'] })}
        data={[
          { value: 'first', label: t('The first field with a value') },
          { value: 'join', label: t('These fields, joined') },
          { value: 'constant', label: t('The same text for every item') },
          { value: 'none', label: t('Nothing') },
        ]}
      />
      {hasSources && (
        <MultiSelect
          label={t('Fields of the feed')}
          description={t('In the order you choose them.')}
          data={mapping.feed_fields.map(({ name }) => name)}
          value={rule.from}
          onChange={(from) => set({ from })}
          error={isTried && sourceError}
          searchable
          limit={100}
          nothingFoundMessage={t('No such field')}
          comboboxProps={{ withinPortal: false }}
        />
      )}
      {rule.how === 'join' && (
        <TextInput
          label={t('Text between them')}
          value={rule.text}
          onChange={(event) => set({ text: event.currentTarget.value })}
        />
      )}
      {rule.how === 'constant' && (
        <TextInput label={t('Text')} value={rule.text} onChange={(event) => set({ text: event.currentTarget.value })} />
      )}
      {hasSources && <Changes rule={rule} set={set} />}
      {isRight && <Outcome id={id} editor={editor} rule={rule} />}
      <Group gap={8} justify="flex-end" mt={8}>
        {field?.rule && (
          <Button variant="subtle" onClick={asProposed} mr="auto">
            {field.proposed.length > 0 ? t('As proposed') : t('Remove')}
          </Button>
        )}
        <Button variant="default" onClick={() => void cancel()}>
          {t('Cancel')}
        </Button>
        <Button onClick={apply}>{field ? t('Use this') : t('Add field')}</Button>
      </Group>
    </Stack>
  );
}

function nameProblem(t: Translate, name: string, { fields }: MappingEditor): string | undefined {
  if (!/^[\p{Ll}\p{Lo}\p{N}_]{1,100}$/u.test(name)) return t('Use small letters, digits and underscores.');
  return fields.some((field) => field.name === name) ? t('There is such a field already.') : undefined;
}

function Changes({ rule, set }: { readonly rule: FieldRule; readonly set: (changes: Partial<FieldRule>) => void }) {
  return (
    <>
      <NativeSelect
        label={t('Read as')}
        value={rule.reads_as}
        onChange={(event) => set({ reads_as: event.currentTarget.value as FieldRule['reads_as'] })}
        data={[
          { value: '', label: t('As is') },
          { value: 'number', label: t('The number in it') },
          { value: 'price', label: t('A price') },
          { value: 'cents', label: t('A price in hundredths, such as cents') },
        ]}
      />
      <TextInput
        label={t('Split by')}
        description={t('Splits values at this character, such as | or a comma.')}
        value={rule.split_by}
        maxLength={20}
        onChange={(event) => set({ split_by: event.currentTarget.value })}
      />
      <Checkbox
        label={t('Take HTML out')}
        checked={rule.strips_html}
        onChange={(event) => set({ strips_html: event.currentTarget.checked })}
      />
    </>
  );
}

function Outcome({ id, editor, rule }: { readonly id: number; readonly editor: MappingEditor; readonly rule: FieldRule }) {
  const { data } = useMappingPreview(id, withRule(editor.draft, rule.to, rule));
  if (!data) return null;
  return (
    <div className={classes.outcome} role="status">
      <Text size="sm" fw={600}>
        {t('Result')}
      </Text>
      <ul>
        {data.items.map((item) => {
          const value = rule.to === 'id' ? item.id : item.fields[rule.to];
          return (
            <li key={item.id}>{value === undefined ? t('empty') : Array.isArray(value) ? value.join(' | ') : String(value)}</li>
          );
        })}
        {data.items.length === 0 && <li>{t('No items: choose which field is the ID.')}</li>}
      </ul>
    </div>
  );
}
