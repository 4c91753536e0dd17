import { Text, TextInput } from '@mantine/core';
import type { RecordFormState } from '#console-kit/form/record-form.ts';
import { t } from '#console-kit/text/i18n.ts';
import type { charFilters } from './chars-filter.contract.ts';

const letterOrDigit = /^[\p{L}\p{N}]$/u;

export function TypedInput({ form }: { readonly form: RecordFormState<(typeof charFilters)['input']> }) {
  const from = form.values.from.trim().normalize('NFC');
  return (
    <TextInput
      {...form.field('from')}
      data-autofocus
      description={t('One or more characters, at most 20.')}
      inputContainer={(input) => (
        <>
          {input}
          <div aria-live="polite">
            {letterOrDigit.test(from) && (
              <Text size="xs" mt={4} c="var(--aisle-waiting)">
                {t('This changes every query that has “{from}”. Items stay as they are.', { from })}
              </Text>
            )}
          </div>
        </>
      )}
    />
  );
}
