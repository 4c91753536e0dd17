import type * as z from 'zod/mini';
import { Anchor, NumberInput, Radio, Select, Slider, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { query } from '#console-kit/calls/queries.ts';
import { DrawerForm, SideDrawer } from '#console-kit/dialog/side-drawer.tsx';
import { LastChanged } from '#console-kit/form/last-changed.tsx';
import { ValidityPart } from '#console-kit/form/validity-part.tsx';
import type { RecordFormState } from '#console-kit/form/record-form.ts';
import { RecordGone } from '#console-kit/form/record-gone.tsx';
import { linkTo, useAddress } from '#console-kit/state/address.ts';
import { useFormats } from '#console-kit/text/format.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { maximumBoost } from '#contract/limits.ts';
import { isNumeric } from './boost-checks.ts';
import { BoostCurve, WorkedNumbers } from './boost-curve.tsx';
import {
  type Boost,
  BoostForm,
  type BoostedField,
  type BoostRule,
  boostFunctions,
  readDistribution,
} from './boost-manager.contract.ts';
import { functionWords, operationWords } from './boost-words.tsx';
import type { BoostEditor } from './use-boost-editor.tsx';
import { ValueInput } from './value-input.tsx';
import classes from './boost-manager.module.css';

const blank: BoostValues = {
  field: '',
  type: 'value',
  value: [],
  based: 'value',
  function: 'logarithmic',
  operation: 'multiply',
  boost: 2,
  is_active: true,
  valid_from: null,
  valid_to: null,
};

type BoostValues = z.output<typeof BoostForm>;

interface BoostDrawerProps {
  readonly editor: BoostEditor;
  readonly collectionId: number;
  readonly fields: readonly BoostedField[];
  /** What a new boost begins with. */
  readonly proposed: Partial<BoostRule>;
}

/** The drawer in which a boost is added or changed; the page keeps it until the draft is saved. Its address is `?edit=new` or `?edit=3`. */
export function BoostDrawer({ editor, collectionId, fields, proposed }: BoostDrawerProps) {
  const t = useText();
  const [{ edit, like }, change] = useAddress();
  const close = () => change({ edit: undefined, like: undefined });
  const isNew = edit === 'new';
  const find = (id: string | undefined) => editor.now.boosts.find((boost) => String(boost.id) === id);
  const opened = find(edit);
  const initial = isNew ? { ...blank, ...proposed, ...find(like) } : opened;
  return (
    <SideDrawer isOpen={edit !== undefined} title={isNew ? t('Add boost') : t('Edit boost')} onClose={close}>
      {edit !== undefined && initial === undefined && <RecordGone close={close} />}
      {edit !== undefined && initial !== undefined && (
        <BoostInputs key={edit} initial={initial} {...{ editor, collectionId, fields, close, isNew }} />
      )}
    </SideDrawer>
  );
}

type Form = RecordFormState<typeof BoostForm>;

interface BoostInputsProps extends Omit<BoostDrawerProps, 'proposed'> {
  readonly initial: Partial<Boost> & BoostValues;
  readonly isNew: boolean;
  readonly close: () => void;
}

function BoostInputs({ initial, editor, collectionId, fields, isNew, close }: BoostInputsProps) {
  const t = useText();
  const { id: _id, updated_at: at, updated_by: by = null, ...values } = initial;
  const save = (boost: BoostValues) => {
    editor.put(isNew ? { ...boost, id: editor.nextId } : { ...initial, ...boost, id: initial.id ?? editor.nextId });
    return Promise.resolve();
  };
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
        boost: t('Boost'),
        is_active: t('Active'),
        valid_from: t('From'),
        valid_to: t('To'),
      }}
      save={save}
      saveLabel={isNew ? t('Add boost') : t('Apply')}
      isChange={!isNew}
      foot={!isNew && at !== undefined && <LastChanged item={{ updated_at: at, updated_by: by }} />}
      onClose={close}
    >
      {(form) => {
        const field = fields.find(({ name }) => name === form.values.field);
        return (
          <>
            <FieldSelect form={form} fields={fields} />
            {field && <Typed {...{ form, field, collectionId }} />}
            {field && <BoostInput form={form} />}
            <ValidityPart form={form as never} />
          </>
        );
      }}
    </DrawerForm>
  );
}

function FieldSelect({ form, fields }: { readonly form: Form; readonly fields: readonly BoostedField[] }) {
  const t = useText();
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
          if (field && !isNumeric(field)) form.set('type', 'value');
          if (field && field.type !== 'text') form.set('based', 'value');
        }}
        data={[
          { group: t('Boostable'), items: boostable.map(({ name }) => name) },
          {
            group: t('Turn on in Relevance tuning.'),
            items: others.map(({ name }) => ({ value: name, label: name, disabled: true })),
          },
        ]}
        searchable
        {...(form.values.field === '' && { 'data-autofocus': true })}
        nothingFoundMessage={t('No such field')}
        description={
          <>
            {t('Only boostable ones.')}{' '}
            <Anchor component={Link} {...linkTo('/search-settings/relevance-tuning')} size="xs">
              {t('Turn on in Relevance tuning.')}
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

interface TypedProps {
  readonly form: Form;
  readonly field: BoostedField;
  readonly collectionId: number;
}

function Typed({ form, field, collectionId }: TypedProps) {
  const t = useText();
  const hasNumbers = isNumeric(field);
  const { type, based } = form.values;
  return (
    <>
      <Radio.Group {...form.field('type')}>
        <Stack gap={8} mt={8}>
          <Radio value="value" label={t('By value')} />
          <Radio
            value="functional"
            label={t('By number')}
            disabled={!hasNumbers}
            {...(!hasNumbers && { description: t('{field} has no numbers.', { field: field.name }) })}
          />
        </Stack>
      </Radio.Group>
      {type === 'functional' ? (
        <ByNumber {...{ form, field, collectionId }} />
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

function ByNumber({ form, field, collectionId }: TypedProps) {
  const t = useText();
  const { data } = useQuery(query(readDistribution, { c: collectionId, field: field.name }));
  const boost = { ...blank, ...form.values, boost: Number(form.values.boost) || 0 } as BoostRule;
  return (
    <>
      <Radio.Group {...form.field('function')}>
        <Stack gap={8} mt={8}>
          {boostFunctions.map((name) => (
            <Radio key={name} value={name} label={t(functionWords[name].name)} description={t(functionWords[name].meaning)} />
          ))}
        </Stack>
      </Radio.Group>
      <Radio.Group {...form.field('operation')}>
        <Stack gap={8} mt={8}>
          <Radio value="multiply" label={t(operationWords.multiply.name)} />
          <Radio value="add" label={t(operationWords.add.name)} />
        </Stack>
      </Radio.Group>
      {data?.numbers && (
        <div className={classes.example}>
          <BoostCurve boost={boost} numbers={data.numbers} />
          <WorkedNumbers boost={boost} numbers={data.numbers} />
        </div>
      )}
      {data && data.filled_count !== null && (
        <Text size="xs" c="dimmed">
          {t('Filled in for {filled} of {count} items.', { filled: data.filled_count, count: data.item_count })}
        </Text>
      )}
    </>
  );
}

/** The slider goes by powers of ten: as far down as up. */
const sliderPower = 1;
const sliderStep = 0.02;

function BoostInput({ form }: { readonly form: Form }) {
  const t = useText();
  const { number } = useFormats();
  const value = Number(form.values.boost);
  const power = value > 0 ? Math.min(sliderPower, Math.max(-sliderPower, Math.log10(value))) : -sliderPower;
  return (
    <Stack gap={12}>
      <NumberInput
        {...form.field('boost')}
        description={
          form.values.type === 'functional' ? t('The curve is multiplied by it.') : t('1 changes nothing, below 1 demotes.')
        }
        max={maximumBoost}
        min={0}
        step={0.1}
        decimalScale={4}
        hideControls={false}
      />
      <Slider
        value={power}
        min={-sliderPower}
        max={sliderPower}
        step={sliderStep}
        scale={(at) => 10 ** at}
        label={(scaled) => number(rounded(scaled))}
        onChange={(at) => form.set('boost', rounded(10 ** at))}
        marks={[
          { value: -1, label: number(0.1) },
          { value: 0, label: '1' },
          { value: 1, label: '10' },
        ]}
        thumbLabel={t('Boost')}
        mb={20}
        mx={8}
      />
    </Stack>
  );
}

const rounded = (boost: number): number => Number(boost.toPrecision(2));
