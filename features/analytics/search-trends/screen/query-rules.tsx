import { Text } from '@mantine/core';
import type { OutputOf } from '#contract/endpoint.ts';
import { RowSkeletons } from '#ui/page/states.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { kindOf, rowName, screenOf } from '#ui/releases/released-kind.ts';
import { useReleasedKinds } from '#ui/releases/released-kinds.tsx';
import { AllowedLink } from '#ui/page/allowed-link.tsx';
import { t } from '#ui/text/i18n.ts';
import type { readQueryNow } from '#features/analytics/search-trends/query-now.contract.ts';
import classes from './query.module.css';

interface QueryRulesProps {
  readonly collectionId: number | undefined;
  readonly rules: OutputOf<typeof readQueryNow>['rules'] | undefined;
}

export function QueryRules({ collectionId: c, rules }: QueryRulesProps) {
  const kinds = useReleasedKinds();
  return (
    <Panel title={t('Rules that act on it')}>
      {!rules && c !== undefined && <RowSkeletons count={2} />}
      {rules?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('No rule acts on it.')}
        </Text>
      )}
      {rules && rules.length > 0 && (
        <ul className={classes.list}>
          {rules.map((rule) => {
            const kind = kindOf(kinds, rule.source);
            const row = { ...rule, collection_id: c ?? null };
            return (
              <li key={`${rule.source} ${rule.id}`}>
                <Text span size="sm" c="dimmed">
                  {kind.title(t)}
                </Text>
                <AllowedLink needs={kind.screen.needs} to={screenOf(kind, row)}>
                  {rowName(t, kind, row)}
                </AllowedLink>
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}
