import { SimpleGrid } from '@mantine/core';
import type { timedRuleFields } from '#contract/rows/rule-fields.ts';
import { t } from '#ui/text/i18n.ts';
import type { Validity } from '#contract/rows/rule-state.ts';
import { useValidityText } from './validity.ts';
import { useProjectTimeZone } from '#ui/state/rights.ts';
import { ActiveSwitch } from './active-switch.tsx';
import { ClosedPart } from '#ui/form/closed-part.tsx';
import { MomentInput } from '#ui/form/moment-input.tsx';
import type { RecordFormState } from '#ui/form/record-form.ts';

interface TimedForm extends Pick<RecordFormState<never>, 'field' | 'checkbox'> {
  readonly values: Validity;
  readonly set: (name: keyof typeof timedRuleFields, value: boolean | number | null) => void;
}

/** Whether a rule does anything, and from when until when. */
export function ValidityPart({ form }: { readonly form: TimedForm }) {
  const timeZone = useProjectTimeZone();
  const says = useValidityText();
  const input = (name: 'valid_from' | 'valid_to') => ({
    field: form.field(name as never),
    hint: t('Time zone {zone}', { zone: timeZone }),
    timeZone,
    value: form.values[name] ?? null,
    change: (value: number | null) => form.set(name, value),
  });
  const [from, to] = [input('valid_from'), input('valid_to')];
  return (
    <ClosedPart title={t('Validity')} summary={says(form.values)} isWrong={Boolean(from.field.error ?? to.field.error)}>
      <ActiveSwitch form={form as never} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12}>
        <MomentInput {...from} />
        <MomentInput {...to} />
      </SimpleGrid>
    </ClosedPart>
  );
}
