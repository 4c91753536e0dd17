import { DrawerForm, SideDrawer } from '#console-kit/dialog/side-drawer.tsx';
import { LastChanged } from '#console-kit/form/last-changed.tsx';
import { RecordGone } from '#console-kit/form/record-gone.tsx';
import { ValidityPart } from '#console-kit/form/validity-part.tsx';
import { useAddress } from '#console-kit/state/address.ts';
import { t } from '#console-kit/text/i18n.ts';
import { ImpactPart } from '#features/analytics/impact/impact.panel.tsx';
import { AmountInput } from './amount-input.tsx';
import {
  madeOf,
  type Boost,
  BoostForm,
  type BoostedField,
  type BoostRule,
} from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { BoostKindInputs } from './boost-kind-inputs.tsx';
import { BoostedFieldInput } from './boosted-field-input.tsx';
import { blankBoost, type BoostValues } from './boost-values.tsx';
import type { BoostEditor } from './use-boost-editor.tsx';

interface BoostDrawerProps {
  readonly editor: BoostEditor;
  readonly collectionId: number;
  readonly fields: readonly BoostedField[];
  readonly proposed: Partial<BoostRule>;
}

/** The drawer in which a boost is added or changed; the page keeps it until the draft is saved. Its address is `?edit=new` or `?edit=3`. */
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
      {opened && !editor.isNew(opened) && <ImpactPart key={opened.id} of={{ source: 'boosts', id: opened.id }} />}
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
            {field && <BoostKindInputs {...{ form, field, collectionId, isNew }} />}
            {field && <AmountInput form={form} measure={madeOf(field) ?? 'number'} />}
            <ValidityPart form={form as never} />
          </>
        );
      }}
    </DrawerForm>
  );
}
