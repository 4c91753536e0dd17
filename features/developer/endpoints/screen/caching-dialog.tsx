import { Switch } from '@mantine/core';
import { versionedPath } from '#contract/endpoint.ts';
import { maximumGraceSeconds, maximumTtlSeconds } from '#contract/limits.ts';
import { query, useCall } from '#ui/calls/queries.ts';
import { toast } from '#ui/calls/toast.ts';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { useRecordVersions } from '#ui/form/conflict.tsx';
import { DrawerForm } from '#ui/form/drawer-form.tsx';
import { NumberField } from '#ui/form/number-field.tsx';
import type { RecordFormState } from '#ui/form/record-form.ts';
import { useAddress } from '#ui/state/address.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import {
  Caching,
  type EndpointConfiguration,
  listEndpoints,
  readEndpoint,
  updateEndpoint,
} from '#features/developer/endpoints/endpoints.contract.ts';

/** Opened by `?edit=1`. */
export function CachingDialog({ rows = [] }: { readonly rows?: readonly EndpointConfiguration[] | undefined }) {
  const [{ edit }, change] = useAddress();
  const row = rows.find(({ id }) => id === edit);
  const close = () => change({ edit: undefined });
  return (
    <SideDrawer
      isOpen={row !== undefined}
      title={row ? t('Caching of {path}', { path: versionedPath(row.path, 1) }) : ''}
      onClose={close}
    >
      {row && <CachingForm key={row.id} row={row} close={close} />}
    </SideDrawer>
  );
}

const cachingOf = ({ is_cached, cache_ttl, cache_grace_period }: EndpointConfiguration) => ({
  is_cached,
  cache_ttl,
  cache_grace_period,
});

function CachingForm({ row, close }: { readonly row: EndpointConfiguration; readonly close: () => void }) {
  const save = useCall(updateEndpoint, { refreshes: [listEndpoints] });
  const { id } = row;
  const names = {
    is_cached: t('Cache responses'),
    cache_ttl: t('TTL (seconds)'),
    cache_grace_period: t('Grace period (seconds)'),
  };
  const { begun, over, refused } = useRecordVersions(row, {
    newest: query(readEndpoint, { id }),
    names,
    inputOf: cachingOf,
    says: (name, value) => (name === 'is_cached' ? (value === true ? t('Yes') : t('No')) : String(value)),
  });
  return (
    <DrawerForm
      key={begun.updated_at}
      schema={Caching}
      initial={cachingOf(begun)}
      names={names}
      saveLabel={t('Save changes')}
      isChange
      save={(values) => save.mutateAsync({ ...values, id, updated_at: over.current.updated_at })}
      onSaved={() => toast({ text: t('The cache was purged.') })}
      onClose={close}
      refused={refused}
    >
      {(form) => (
        <>
          <Switch {...form.checkbox('is_cached')} mt={4} data-autofocus />
          {form.values.is_cached && (
            <>
              <SecondsField form={form} name="cache_ttl" max={maximumTtlSeconds} meaning={t('Fresh for this long.')} />
              <SecondsField
                form={form}
                name="cache_grace_period"
                max={maximumGraceSeconds}
                meaning={t('Then served stale while one refresh runs.')}
              />
            </>
          )}
        </>
      )}
    </DrawerForm>
  );
}

interface SecondsFieldProps {
  readonly form: RecordFormState<typeof Caching>;
  readonly name: 'cache_ttl' | 'cache_grace_period';
  readonly max: number;
  readonly meaning: string;
}

function SecondsField({ form, name, max, meaning }: SecondsFieldProps) {
  return (
    <NumberField
      {...form.field(name)}
      value={form.values[name]}
      onChange={(value) => form.set(name, value as number)}
      min={0}
      max={max}
      range={t('0 to {max}.', { max: formats.number(max) })}
      decimals={0}
      step={10}
      isNeeded
      description={meaning}
    />
  );
}
