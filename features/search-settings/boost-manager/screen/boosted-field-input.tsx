import { Anchor, Select, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { linkTo } from '#console-kit/state/address.ts';
import { t } from '#console-kit/text/i18n.ts';
import { madeOf, type BoostedField } from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import type { BoostFormState } from './boost-values.tsx';

/** The field of a boost; another one forgets what was said of the one before. */
export function BoostedFieldInput({ form, fields }: { readonly form: BoostFormState; readonly fields: readonly BoostedField[] }) {
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
