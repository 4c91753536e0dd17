import { DrawerForm } from '#ui/form/drawer-form.tsx';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { LastChanged } from '#ui/form/last-changed.tsx';
import { RecordGone } from '#ui/form/record-gone.tsx';
import { ValidityPart } from '#ui/crud/validity-part.tsx';
import { linkTo, useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { ImpactPart } from '#features/analytics/impact/screen/impact.panel.tsx';
import { AmountInput } from './amount-input.tsx';
import {
  type Boost,
  type BoostedField,
  BoostForm,
  type BoostRule,
  madeOf,
} from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { BoostKindInputs } from './boost-kind-inputs.tsx';
import { blankBoost, type BoostFormState, type BoostValues } from './boost-values.tsx';
import type { BoostEditor } from './use-boost-editor.tsx';
import { Anchor, Select, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';

interface BoostDrawerProps {
  readonly editor: BoostEditor;
  readonly collectionId: number;
  readonly fields: readonly BoostedField[];
  readonly proposed: Partial<BoostRule>;
}

/** Opened by `?edit=new` or `?edit=3`. The page holds the boost until the draft is saved. */
export function BoostDrawer({ editor, collectionId, fields, proposed }: BoostDrawerProps) {
  const [{ edit, like }, change] = useAddress();
  const close = () => change({ edit: undefined, like: undefined });
  const isNew = edit === 'new';
  const find = (id: string | undefined) => editor.now.boosts.find((boost) => String(boost.id) === id);
  const opened = find(edit);
  const initial = isNew ? { ...blankBoost, ...proposed, ...find(like) } : opened;
  return (
    <SideDrawer isOpen={edit !== undefined} title={isNew ? t('Add boost') : t('Edit boost')} onClose={close}>
      {edit !== undefined && initial === undefined && <RecordGone close={close} />}
      {edit !== undefined && initial !== undefined && (
        <BoostInputs key={edit} initial={initial} {...{ editor, collectionId, fields, close, isNew }} />
      )}
      {opened && !editor.isUnsaved(opened) && <ImpactPart key={opened.id} of={{ source: 'boosts', id: opened.id }} />}
    </SideDrawer>
  );
}

interface BoostInputsProps extends Omit<BoostDrawerProps, 'proposed'> {
  readonly initial: Partial<Boost> & BoostValues;
  readonly isNew: boolean;
  readonly close: () => void;
}

function BoostInputs({ initial, editor, collectionId, fields, isNew, close }: BoostInputsProps) {
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
      foot={!isNew && at !== undefined && <LastChanged item={{ updated_at: at, updated_by: by }} />}
      onClose={close}
    >
      {(form) => {
        const field = fields.find(({ name }) => name === form.values.field);
        return (
          <>
            <BoostedFieldInput form={form} fields={fields} />
            {field && <BoostKindInputs {...{ form, field, collectionId }} />}
            {field && <AmountInput form={form} measure={madeOf(field) ?? 'number'} />}
            <ValidityPart form={form} />
          </>
        );
      }}
    </DrawerForm>
  );
}

/** Choosing another field resets what depends on it. */
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
