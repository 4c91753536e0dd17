import { Badge, Code, Group, Text } from '@mantine/core';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import type { EndpointConfiguration } from '#features/developer/endpoints/endpoints.contract.ts';

/** A share of fewer calls says nothing. */
const leastCalls = 20;

interface CellProps {
  readonly row: EndpointConfiguration;
}

export const EndpointPath = ({ row: { path } }: CellProps) => <Code fz="sm">{path}</Code>;

export const EndpointMethod = ({ row }: CellProps) => (
  <Group gap={8} wrap="nowrap">
    <Badge variant="default" tt="none" fw={500}>
      {row.request_method}
    </Badge>
    {row.method}
  </Group>
);

/** Of an endpoint whose answers aren't kept there is nothing to tell. */
export function Seconds({ row, value }: CellProps & { readonly value: number }) {
  return row.is_cached ? `${formats.number(value)}\u00A0s` : '–';
}

/** Of the last day, and below it of the last hour. */
export function HitRate({ row: { is_cacheable: isCacheable, last_day: day, last_hour: hour } }: CellProps) {
  if (!isCacheable || day.calls < leastCalls) return <span title={t('too few calls to tell')}>–</span>;
  return (
    <>
      {formats.percent(day.hits / day.calls)}{' '}
      {hour.calls >= leastCalls && (
        <Text span size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {t('{share} in the last hour', { share: formats.percent(hour.hits / hour.calls) })}
        </Text>
      )}
    </>
  );
}

export function CallCount({ row: { last_day: day } }: CellProps) {
  return formats.number(day.calls);
}
