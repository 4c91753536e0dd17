import { Anchor, Select, Stack, Text, Radio } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { DrawerForm } from '#ui/form/drawer-form.tsx';
import { mayLeave } from '#ui/dialog/may-leave.ts';
import { Panel } from '#ui/page/panel.tsx';
import { LastChanged, RecordGone } from '#ui/form/conflict.tsx';
import { ValidityPart } from '#ui/crud/open-record.tsx';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { fieldLabel } from '#ui/item/field-words.ts';
import { t } from '#ui/text/i18n.ts';
import { ImpactPart } from '#features/analytics/impact/screen/impact.panel.tsx';
import {
  type Boost,
  type BoostedField,
  BoostForm,
  madeOf,
  boostDirections,
  boostFunctions,
} from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import type { BoostEditor } from './use-boost-editor.tsx';
import type { RecordFormState } from '#ui/form/record-form.ts';
import { blankBoost, boostSentence, type BoostValues, directionWords, functionWords, operationWords } from './boost-words.tsx';
import { ValueInput } from './value-input.tsx';
import { NumberField } from '#ui/form/number-field.tsx';
import { maximumBoost } from '#contract/limits.ts';

/** 0 is no boost. */
const decimals = 4;
const smallest = 10 ** -decimals;

const AmountInput = ({ form }: { readonly form: BoostFormState }) => (
  <NumberField
    {...form.field('boost')}
    description={form.values.type === 'functional' ? undefined : t('1 changes nothing, below 1 demotes.')}
    max={maximumBoost}
    min={smallest}
    step={0.1}
    decimals={decimals}
    range={t('Enter a number above 0, at most 1,000,000.')}
  />
);

type BoostFormState = RecordFormState<typeof BoostForm>;

interface KindProps {
  readonly form: BoostFormState;
  readonly field: BoostedField;
  readonly collectionId: number;
}

function BoostKindInputs({ form, field, collectionId }: KindProps) {
  const measure = madeOf(field);
  const hasNumbers = measure !== null;
  const { type, based } = form.values;
  return (
    <>
      <Radio.Group {...form.field('type')}>
        <Stack gap={8} mt={8}>
          <Radio value="value" label={t('By value')} />
          <Radio
            value="functional"
            label={measure === 'age' ? t('By age') : t('By number')}
            disabled={!hasNumbers}
            {...(!hasNumbers && {
              description: t('{field} has no numbers. Choose another field.', { field: fieldLabel(field.name) }),
            })}
          />
        </Stack>
      </Radio.Group>
      {type === 'functional' ? (
        <ByNumber form={form} field={field} />
      ) : (
        <>
          {field.type === 'text' && (
            <Radio.Group {...form.field('based')}>
              <Stack gap={8} mt={8}>
                <Radio value="value" label={t('Whole value')} />
                <Radio value="word" label={t('One of its words')} />
              </Stack>
            </Radio.Group>
          )}
          <ValueInput
            collectionId={collectionId}
            field={field}
            value={form.values.value ?? []}
            based={based ?? 'value'}
            change={(value) => form.set('value', value)}
            input={form.field('value')}
          />
        </>
      )}
    </>
  );
}

function ByNumber({ form, field }: Omit<KindProps, 'collectionId'>) {
  const { direction = 'rising', full_until: fullUntil } = form.values;
  const measure = madeOf(field) ?? 'number';
  const directions = directionWords[measure];
  const { value: _value, onChange: _onChange, ...fullInput } = form.field('full_until');
  return (
    <>
      <Radio.Group {...form.field('direction')}>
        <Stack gap={8} mt={8}>
          {(measure === 'age' ? boostDirections.toReversed() : boostDirections).map((name) => (
            <Radio key={name} value={name} label={t(directions[name])} />
          ))}
        </Stack>
      </Radio.Group>
      <Radio.Group {...form.field('function')}>
        <Stack gap={8} mt={8}>
          {boostFunctions.map((name) => (
            <Radio key={name} value={name} label={t(functionWords[name].name)} description={t(functionWords[name][direction])} />
          ))}
        </Stack>
      </Radio.Group>
      <Radio.Group {...form.field('operation')}>
        <Stack gap={8} mt={8}>
          <Radio value="multiply" label={t(operationWords.multiply.name)} />
          <Radio value="add" label={t(operationWords.add.name)} />
        </Stack>
      </Radio.Group>
      {direction === 'falling' && (
        <NumberField
          {...fullInput}
          label={measure === 'age' ? t('Full boost up to an age of (days)') : t('Full boost up to')}
          value={fullUntil ?? ''}
          onChange={(next) => form.set('full_until', (next === '' ? null : next) as number | null)}
          min={0}
          max={maximumBoost}
          range={t('Enter a number above 0, at most 1,000,000.')}
        />
      )}
    </>
  );
}

interface BoostFormPanelProps {
  readonly editor: BoostEditor;
  readonly collectionId: number;
  readonly fields: readonly BoostedField[];
  /** Previews the boost as it is typed; null once the form is left. */
  readonly tryBoost: (boost: Boost | null) => void;
}

/** Opened by `?edit=new` or `?edit=3`. The page holds the boost until the draft is saved. */
export function BoostFormPanel({ editor, collectionId, fields, tryBoost }: BoostFormPanelProps) {
  const [{ edit, like }, change] = useAddress<'/search-settings/boost-manager'>();
  const close = () => change({ edit: undefined, like: undefined });
  const isNew = edit === 'new';
  const find = (id: number | 'new' | undefined) => editor.boosts.find((boost) => boost.id === id);
  const opened = find(edit);
  const initial = isNew ? { ...blankBoost, ...find(like) } : opened;
  const title = isNew ? t('Add boost') : opened ? boostSentence(t, opened, fields) : t('Edit');
  const leave = async () => {
    if (await mayLeave()) close();
  };
  useHotkeys([['Escape', () => void leave()]]);
  // An open list of choices closes first.
  const leaveField = ({ key, target }: React.KeyboardEvent) => {
    if (key !== 'Escape' || !(target instanceof HTMLInputElement) || target.ariaExpanded === 'true') return;
    void leave();
  };
  return (
    <div onKeyDownCapture={leaveField}>
      <Panel title={title} isRegion>
        {initial === undefined ? (
          <RecordGone close={close} />
        ) : (
          <BoostInputs key={edit} initial={initial} {...{ editor, collectionId, fields, tryBoost, close, isNew }} />
        )}
        {opened && !editor.isUnsaved(opened) && <ImpactPart key={opened.id} of={{ source: 'boosts', id: opened.id }} />}
      </Panel>
    </div>
  );
}

interface BoostInputsProps extends BoostFormPanelProps {
  readonly initial: Partial<Boost> & BoostValues;
  readonly isNew: boolean;
  readonly close: () => void;
}

function TriedBoost({
  values,
  id,
  tryBoost,
}: { readonly values: BoostValues; readonly id: number } & Pick<BoostFormPanelProps, 'tryBoost'>) {
  const { data } = BoostForm.safeParse(values);
  const boost = JSON.stringify(data ? { ...data, id } : null);
  useEffect(() => {
    tryBoost(JSON.parse(boost) as Boost | null);
    return () => tryBoost(null);
  }, [boost, tryBoost]);
  return null;
}

function BoostInputs({ initial, editor, collectionId, fields, tryBoost, isNew, close }: BoostInputsProps) {
  const { id, ...values } = initial;
  const { updated_at: at, updated_by: by = null } = editor.saved.boosts.find((boost) => boost.id === id) ?? {};
  const save = async (boost: BoostValues) =>
    editor.put(isNew || id === undefined ? { ...boost, id: editor.nextId } : { ...initial, ...boost, id });
  return (
    <DrawerForm
      schema={BoostForm}
      initial={values}
      names={{
        field: t('Field'),
        type: t('Type'),
        value: t('Value'),
        based: t('Compared with'),
        function: t('Function'),
        operation: t('Operation'),
        direction: t('Direction'),
        full_until: t('Full boost up to'),
        boost: t('Boost'),
        is_active: t('Active'),
        valid_from: t('From'),
        valid_to: t('To'),
      }}
      save={save}
      saveLabel={isNew ? t('Add boost') : t('Apply')}
      isChange={!isNew}
      onClose={close}
    >
      {(form) => {
        const field = fields.find(({ name }) => name === form.values.field);
        return (
          <>
            <TriedBoost
              values={form.values as BoostValues}
              id={isNew || id === undefined ? editor.nextId : id}
              tryBoost={tryBoost}
            />
            <BoostedFieldInput form={form} fields={fields} />
            {field && <BoostKindInputs {...{ form, field, collectionId }} />}
            {field && <AmountInput form={form} />}
            <ValidityPart form={form} />
            {!isNew && at !== undefined && <LastChanged item={{ updated_at: at, updated_by: by }} />}
          </>
        );
      }}
    </DrawerForm>
  );
}

function BoostedFieldInput({ form, fields }: { readonly form: BoostFormState; readonly fields: readonly BoostedField[] }) {
  const [boostable, others] = [fields.filter((one) => one.is_boostable), fields.filter((one) => !one.is_boostable)];
  const chosen = fields.find(({ name }) => name === form.values.field);
  const { value: _value, ...props } = form.field('field');
  return (
    <Stack gap={4}>
      <Select
        {...props}
        value={form.values.field || null}
        onChange={(name) => {
          form.set('field', name ?? '');
          form.set('value', []);
          const field = fields.find((one) => one.name === name);
          const measure = field ? madeOf(field) : null;
          if (measure !== 'number') form.set('type', measure === 'age' ? 'functional' : 'value');
          form.set('direction', measure === 'age' ? 'falling' : 'rising');
          if (field && field.type !== 'text') form.set('based', 'value');
        }}
        data={[
          { group: t('Boostable'), items: boostable.map(({ name }) => ({ value: name, label: fieldLabel(name) })) },
          {
            group: t('Turn on in Relevance tuning.'),
            items: others.map(({ name }) => ({ value: name, label: fieldLabel(name), disabled: true })),
          },
        ]}
        searchable
        {...(form.values.field === '' && { 'data-autofocus': true })}
        nothingFoundMessage={t('Nothing found')}
        description={
          <>
            {t('Field missing?')}{' '}
            <Anchor component={Link} {...linkTo('/search-settings/relevance-tuning')} size="xs">
              {t('Allow boosts on it in Relevance tuning.')}
            </Anchor>
          </>
        }
      />
      {chosen?.is_archived && (
        <Text size="xs" c="dimmed">
          {t('Customers never see this field.')}
        </Text>
      )}
    </Stack>
  );
}
