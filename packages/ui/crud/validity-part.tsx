import { SimpleGrid, Switch } from '@mantine/core';
import { t } from '#ui/text/i18n.ts';
import type { Validity } from '#contract/rows/rule-fields.ts';
import { useProjectTimeZone } from '#ui/state/rights.ts';
import { ClosedPart } from '#ui/form/closed-part.tsx';
import { MomentInput } from '#ui/form/moment-input.tsx';
import type { AnyForm } from '#ui/form/record-form.ts';
import { formats } from '#ui/text/format.ts';

export function ValidityPart({ form }: { readonly form: AnyForm }) {
  const timeZone = useProjectTimeZone();
  const says = useValidityText();
  const values = form.values as Validity;
  const input = (name: 'valid_from' | 'valid_to') => ({
    field: form.field(name),
    hint: t('Time zone {zone}', { zone: timeZone }),
    timeZone,
    value: values[name] ?? null,
    change: (value: number | null) => form.set(name, value),
  });
  const [from, to] = [input('valid_from'), input('valid_to')];
  return (
    <ClosedPart title={t('Validity')} summary={says(values)} isWrong={Boolean(from.field.error ?? to.field.error)}>
      <ActiveSwitch form={form} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12}>
        <MomentInput {...from} />
        <MomentInput {...to} />
      </SimpleGrid>
    </ClosedPart>
  );
}

export const ActiveSwitch = ({ form }: { readonly form: AnyForm }) => (
  <Switch {...form.checkbox('is_active')} description={t('A rule that is off stays here and does nothing.')} />
);

export function useValidityText(): (validity: Validity) => string {
  const timeZone = useProjectTimeZone();
  return ({ is_active: isActive, valid_from: from = null, valid_to: to = null }) => {
    if (isActive === false) return t('Off');
    if (from === null) return to === null ? t('always') : t('to {date}', { date: formats.momentIn(to, timeZone) });
    const begin = formats.momentIn(from, timeZone);
    return to === null
      ? t('from {date}', { date: begin })
      : t('from {from} to {to}', { from: begin, to: formats.momentIn(to, timeZone) });
  };
}
