import { Code, Modal, Switch, Text } from '@mantine/core';
import { maximumGraceSeconds, maximumTtlSeconds } from '#contract/limits.ts';
import { query, useCall } from '#ui/calls/queries.ts';
import { mayLeave } from '#ui/dialog/may-leave.ts';
import { toast } from '#ui/calls/toast.ts';
import { RecordForm } from '#ui/form/form.tsx';
import { ClosedPart } from '#ui/form/drawer-form.tsx';
import { useRecordVersions } from '#ui/form/conflict.tsx';
import { NumberField } from '#ui/form/number-field.tsx';
import type { FieldNames, RecordFormState } from '#ui/form/record-form.ts';
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

const dialogWidth = 440;

/** Opened by `?edit=1`. */
export function CachingDialog({ rows = [] }: { readonly rows?: readonly EndpointConfiguration[] | undefined }) {
  const [{ edit }, change] = useAddress();
  const row = rows.find(({ id }) => id === edit);
  const close = () => change({ edit: undefined });
  const leave = async () => {
    if (await mayLeave({ isOtherPage: false })) close();
  };
  return (
    <Modal
      opened={row !== undefined}
      onClose={() => void leave()}
      title={row && t('Caching of {path}', { path: row.path })}
      size={dialogWidth}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {row && <CachingForm key={row.id} opened={row} close={close} leave={() => void leave()} />}
    </Modal>
  );
}

const cachingNames = (): FieldNames<typeof Caching> => ({
  is_cached: t('Keep answers'),
  cache_ttl: t('TTL (seconds)'),
  cache_grace_period: t('Grace period (seconds)'),
});

const cachingOf = ({ is_cached, cache_ttl, cache_grace_period }: EndpointConfiguration) => ({
  is_cached,
  cache_ttl,
  cache_grace_period,
});

interface CachingFormProps {
  readonly opened: EndpointConfiguration;
  readonly close: () => void;
  readonly leave: () => void;
}

function CachingForm({ opened, close, leave }: CachingFormProps) {
  const save = useCall(updateEndpoint, { refreshes: [listEndpoints] });
  const { id } = opened;
  const names = cachingNames();
  const { begun, over, refused } = useRecordVersions(opened, {
    newest: query(readEndpoint, { id }),
    names,
    inputOf: cachingOf,
    says: (name, value) => (name === 'is_cached' ? (value === true ? t('Yes') : t('No')) : String(value)),
  });
  return (
    <RecordForm
      key={begun.updated_at}
      schema={Caching}
      initial={cachingOf(begun)}
      names={names}
      saveLabel={t('Save changes')}
      isChange
      onCancel={leave}
      save={(values) => save.mutateAsync({ ...values, id, updated_at: over.current.updated_at })}
      onSaved={() => {
        toast({ text: t('Saved. The cache was purged.') });
        close();
      }}
      refused={refused}
    >
      {(form) => <CachingFields form={form} row={opened} />}
    </RecordForm>
  );
}

function CachingFields({ form, row }: { readonly form: RecordFormState<typeof Caching>; readonly row: EndpointConfiguration }) {
  const { is_cached: isCached, cache_ttl: ttl, cache_grace_period: grace } = form.values;
  return (
    <>
      <Switch
        {...form.checkbox('is_cached')}
        mt={4}
        disabled={!row.is_cacheable}
        {...(!row.is_cacheable && {
          description:
            row.request_method === 'POST' && row.method === 'multi'
              ? t('Uses the search endpoint’s cache.')
              : t('Writes are never cached.'),
        })}
        data-autofocus
      />
      {isCached && (
        <>
          <SecondsField form={form} name="cache_ttl" max={maximumTtlSeconds} meaning={t('Fresh for this long.')} />
          <SecondsField
            form={form}
            name="cache_grace_period"
            max={maximumGraceSeconds}
            meaning={t('Then served stale while one refresh runs.')}
          />
          <Text size="sm" role="status">
            {cachingSentence(ttl, grace)}
          </Text>
        </>
      )}
      <ClosedPart title={t('Details')}>
        <Text size="sm">
          {t('Class')} <Code fz="sm">{row.class_name}</Code>
        </Text>
        <Text size="sm">
          {t('Tag')} <Code fz="sm">{row.tag}</Code>
        </Text>
      </ClosedPart>
    </>
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

function cachingSentence(ttl: unknown, grace: unknown): string {
  if (typeof ttl !== 'number' || typeof grace !== 'number') return '';
  if (ttl > maximumTtlSeconds || grace > maximumGraceSeconds) return '';
  if (ttl === 0 && grace === 0) return t('Computed per call; only simultaneous calls share a response.');
  if (ttl === 0) return t('At most {grace} stale.', { grace: formats.duration(grace) });
  if (grace === 0) return t('Fresh for {ttl}, then recomputed.', { ttl: formats.duration(ttl) });
  return t('Fresh {ttl}, then at most {grace} stale.', { ttl: formats.duration(ttl), grace: formats.duration(grace) });
}
