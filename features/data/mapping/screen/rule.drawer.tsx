import { Button, Checkbox, MultiSelect, NativeSelect, Text, TextInput } from '@mantine/core';
import { FieldRule } from '#contract/values/field-kind.ts';
import { type FeedMapping, type MappedField, previewMapping } from '#features/data/mapping/mapping.contract.ts';
import { useSettledAnswer } from '#ui/calls/queries.ts';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { DrawerForm } from '#ui/form/drawer-form.tsx';
import type { RecordFormState } from '#ui/form/record-form.ts';
import { useAddress } from '#ui/state/address.ts';
import { forgetUnsaved } from '#ui/state/unsaved.ts';
import { fieldLabel } from '#ui/item/field-words.ts';
import { t } from '#ui/text/i18n.ts';
import classes from './mapping.module.css';

/** By item field. */
export type Rules = Readonly<Record<string, FieldRule>>;

export const useMappingPreview = (id: number, rules: Rules) =>
  useSettledAnswer(previewMapping, { id, rules: Object.values(rules) });

const blankRule = { how: 'first', text: '', strips_html: false, split_by: '', reads_as: '' } as const;

/** Address: `?field=+`. */
export const newFieldKey = '+';

interface RuleDrawerProps {
  readonly id: number;
  readonly feedFields: FeedMapping['feed_fields'];
  readonly fields: readonly MappedField[];
  readonly rules: Rules;
  readonly edit: (change: (rules: Rules) => Rules) => void;
}

/** Address: `?field=price`. */
export function RuleDrawer({ id, feedFields, fields, rules, edit }: RuleDrawerProps) {
  const [{ field: name }, change] = useAddress();
  const close = () => change({ field: undefined });
  const field = fields.find((one) => one.name === name);
  const isNew = name === newFieldKey;
  const rule = field && rules[field.name];
  const initial = rule ?? { ...blankRule, to: field?.name ?? '', from: [...(field?.sources ?? [])] };
  const proposal = isNew || rule ? undefined : FieldRule.safeParse(initial).data;
  const isProposal = (values: unknown) =>
    proposal !== undefined && JSON.stringify(FieldRule.safeParse(values).data) === JSON.stringify(proposal);
  const back = () => {
    edit(({ [name ?? '']: _removed, ...others }) => others);
    forgetUnsaved();
    close();
  };
  return (
    <SideDrawer
      isOpen={isNew || field !== undefined}
      title={isNew ? t('Add field') : field ? fieldLabel(field.name) : ''}
      onClose={close}
    >
      {(isNew || field) && (
        <DrawerForm
          key={name}
          schema={FieldRule}
          initial={initial}
          names={{
            to: t('Name'),
            how: t('Value'),
            from: t('Fields of the feed'),
            text: t('Text'),
            reads_as: t('Read as'),
            split_by: t('Split by'),
            strips_html: t('Take HTML out'),
          }}
          save={async (saved) => {
            if (!isProposal(saved)) edit((others) => ({ ...others, [saved.to]: saved }));
          }}
          saveLabel={isNew ? t('Add field') : t('Use this')}
          onClose={close}
        >
          {(form) => (
            <>
              {isNew && (
                <TextInput
                  {...form.field('to')}
                  description={t('Small letters, digits and underscores, such as shelf_life.')}
                  data-autofocus
                />
              )}
              <RuleFields form={form} feedFields={feedFields} />
              <Outcome id={id} rules={rules} field={initial.to} values={isProposal(form.values) ? null : form.values} />
              {rule && (
                <Button variant="subtle" onClick={back} mr="auto">
                  {t('As proposed')}
                </Button>
              )}
            </>
          )}
        </DrawerForm>
      )}
    </SideDrawer>
  );
}

interface RuleFieldsProps {
  readonly form: RecordFormState<typeof FieldRule>;
  readonly feedFields: FeedMapping['feed_fields'];
}

function RuleFields({ form, feedFields }: RuleFieldsProps) {
  const { how } = form.values;
  return (
    <>
      <NativeSelect
        {...form.field('how')}
        data={[
          { value: 'first', label: t('The first field with a value') },
          { value: 'join', label: t('These fields, joined') },
          { value: 'constant', label: t('The same text for every item') },
          { value: 'none', label: t('Nothing') },
        ]}
      />
      {(how === 'first' || how === 'join') && (
        <MultiSelect
          {...form.field('from')}
          description={t('In the order you choose them.')}
          data={feedFields.map(({ name }) => name)}
          searchable
          limit={100}
          nothingFoundMessage={t('Nothing found')}
          comboboxProps={{ withinPortal: false }}
        />
      )}
      {(how === 'join' || how === 'constant') && (
        <TextInput {...form.field('text')} label={how === 'join' ? t('Text between them') : t('Text')} />
      )}
      {(how === 'first' || how === 'join') && (
        <>
          <NativeSelect
            {...form.field('reads_as')}
            data={[
              { value: '', label: t('As is') },
              { value: 'number', label: t('The number in it') },
              { value: 'price', label: t('A price') },
              { value: 'cents', label: t('A price in hundredths, such as cents') },
            ]}
          />
          <TextInput
            {...form.field('split_by')}
            description={t('Splits values at this character, such as | or a comma.')}
            maxLength={20}
          />
          <Checkbox {...form.checkbox('strips_html')} />
        </>
      )}
    </>
  );
}

interface OutcomeProps {
  readonly id: number;
  readonly rules: Rules;
  readonly field: string;
  /** null: as proposed. */
  readonly values: unknown;
}

function Outcome({ id, rules, field, values }: OutcomeProps) {
  const { data: rule } = FieldRule.safeParse(values);
  const { data } = useMappingPreview(id, rule ? { ...rules, [rule.to]: rule } : rules);
  const to = rule?.to ?? field;
  if ((!rule && values !== null) || !data) return null;
  return (
    <div className={classes.outcome} role="status">
      <Text size="sm" fw={600}>
        {t('Result')}
      </Text>
      <ul>
        {data.data.items.map((item) => {
          const value = to === 'id' ? item.id : item.fields[to];
          return (
            <li key={item.id}>{value === undefined ? t('Empty') : Array.isArray(value) ? value.join(' | ') : String(value)}</li>
          );
        })}
        {data.data.items.length === 0 && <li>{t('No items: choose which field is the ID.')}</li>}
      </ul>
    </div>
  );
}
