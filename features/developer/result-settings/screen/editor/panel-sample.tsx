import { Text } from '@mantine/core';
import { Search } from 'lucide-react';
import type { OutputOf } from '#contract/endpoint.ts';
import { ItemCell, shownItemOf } from '#ui/item/item-cell.tsx';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import type { tryAutocomplete } from '#features/developer/result-settings/result-samples.contract.ts';
import { ItemFields } from './item-fields.tsx';
import classes from './sample.module.css';

type Answer = OutputOf<typeof tryAutocomplete>;
type Column = NonNullable<Answer['columns']>[number];

/** The blocks under the search box, as customers see them. */
export function PanelSample({ answer }: { readonly answer: Answer }) {
  const columns = answer.columns ?? [];
  if (columns.length === 0) return <Text size="sm">{t('No blocks: the panel shows nothing.')}</Text>;
  return columns.map((column, at) => (
    // Blocks have no ids, and their order is what they are about.
    // oxlint-disable-next-line react/no-array-index-key
    <Block key={at} column={column} />
  ));
}

function Block({ column: { title, kind, values, items } }: { readonly column: Column }) {
  return (
    <section className={classes.block}>
      {title !== '' && <h2 className={classes.blockTitle}>{title}</h2>}
      {values.length + items.length === 0 && (
        <Text size="xs" c="dimmed">
          {t('Nothing for this query.')}
        </Text>
      )}
      {values.length > 0 && (
        <ul className={classes.list}>
          {values.map(({ text, count }) => (
            <li key={text} className={classes.value}>
              {kind === 'phrases' && <Search size={14} aria-hidden />}
              <span className={classes.valueText}>{text}</span>
              <span className={classes.count}>{formats.number(count)}</span>
            </li>
          ))}
        </ul>
      )}
      {items.length > 0 && (
        <ul className={classes.list}>
          {items.map((item) => (
            <li key={item.id} className={classes.item}>
              <ItemCell item={shownItemOf(item)} isNarrow />
              <ItemFields item={item} labels={{}} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
