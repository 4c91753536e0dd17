import { Text } from '@mantine/core';
import type { ShopSearchData } from '#features/front-api/search/search.contract.ts';
import type * as z from 'zod/mini';
import { ItemCell, shownItemOf } from '#ui/item/item-cell.tsx';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { sortId } from './draft.ts';
import { ItemFields } from './item-fields.tsx';
import classes from './sample.module.css';
import { useSortText } from './sort-choices.panel.tsx';
import type { ResultEditor } from './use-result-editor.tsx';

interface ResultsSampleProps {
  readonly answer: z.output<typeof ShopSearchData>;
  readonly editor: ResultEditor;
}

/** A page of results as customers see it: how many there are, what they can sort and filter by, and the items. */
export function ResultsSample({
  answer: { items, total_count: totalCount, facets, labels = {}, took },
  editor,
}: ResultsSampleProps) {
  const sortText = useSortText();
  const { sort } = editor.draft;
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('{count} results', { count: totalCount })} · {t('{ms} ms', { ms: Math.round(took) })}
      </Text>
      {sort.length > 0 && (
        <p className={classes.sorts}>
          {sort.map((one, at) => (
            <span key={`${sortId(one)} ${at}`} data-first={at === 0}>
              {sortText(one)}
            </span>
          ))}
        </p>
      )}
      {facets.map((facet) => (
        <Facet key={facet.field} facet={facet} />
      ))}
      {items.length === 0 ? (
        <Text size="sm" mt={12}>
          {t('Nothing found')}
        </Text>
      ) : (
        <ol className={classes.list}>
          {items.map((item) => (
            <li key={item.id} className={classes.item}>
              <ItemCell item={shownItemOf(item)} isNarrow />
              <ItemFields item={item} labels={labels} />
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function Facet({
  facet: { field, label, values, min, max },
}: {
  readonly facet: ResultsSampleProps['answer']['facets'][number];
}) {
  return (
    <div className={classes.facet}>
      <h2 className={classes.blockTitle}>{label ?? field}</h2>
      {min !== undefined && max !== undefined ? (
        <Text size="xs">
          {formats.number(min)} – {formats.number(max)}
        </Text>
      ) : (
        <p className={classes.facetValues}>
          {values.map(({ value, count }) => (
            <span key={String(value)}>
              {String(value)} <b>{formats.number(count)}</b>
            </span>
          ))}
        </p>
      )}
    </div>
  );
}
