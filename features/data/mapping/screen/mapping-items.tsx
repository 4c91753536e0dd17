import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { t } from '#ui/text/i18n.ts';
import { Picture, Price, shownItemOf, Stock } from '#ui/item/item-cell.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { problemReasons } from '#features/data/imports/imports.contract.ts';
import { followingQuery } from '#ui/calls/queries.ts';
import { RefetchBar, LoadError, RowSkeletons } from '#ui/page/states.tsx';
import { previewMapping, type MappingPreview } from '#features/data/mapping/mapping.contract.ts';
import type { MappingDraft } from './use-mapping-editor.tsx';
import classes from './mapping.module.css';

const previewAfterMs = 250;

const cardPicturePx = 72;

export function useMappingPreview(id: number, draft: MappingDraft) {
  const [settled] = useDebouncedValue(draft, previewAfterMs);
  return useQuery(followingQuery(previewMapping, { id, ...settled }));
}

export function MappingItems({ id, draft }: { readonly id: number; readonly draft: MappingDraft }) {
  const { data, error, isFetching, refetch } = useMappingPreview(id, draft);
  return (
    <Panel title={t('Preview')} text={t('Items of the last import with this mapping.')}>
      {!data && (error ? <LoadError error={error} retry={() => void refetch()} /> : <RowSkeletons count={3} />)}
      {data && (
        <div>
          <RefetchBar isMoving={isFetching} />
          <ul className={classes.items}>
            {data.items.map((item) => (
              <li key={item.id} className={classes.item}>
                <ItemCard item={item} />
              </li>
            ))}
          </ul>
          <Findings preview={data} />
        </div>
      )}
    </Panel>
  );
}

function ItemCard({ item: { id, fields } }: { readonly item: MappingPreview['items'][number] }) {
  const shown = shownItemOf({ ...fields, id });
  const { price_before: before } = fields;
  const grey = [shown.brand, shown.category].filter(Boolean).join(' · ');
  const others = Object.entries(fields).filter(([name]) => !cardFields.has(name));
  return (
    <>
      <div className={classes.card}>
        <Picture address={shown.image} sizePx={cardPicturePx} />
        <div className={classes.texts}>
          <Text size="sm" fw={600} className={classes.name}>
            {fields['name'] === undefined ? t('Without a name') : shown.name}
          </Text>
          {grey && (
            <Text size="xs" c="dimmed" className={classes.name}>
              {grey}
            </Text>
          )}
          <div className={classes.facts}>
            {shown.price === undefined ? (
              <Text size="sm" c="dimmed">
                {t('Without a price')}
              </Text>
            ) : (
              <Price value={shown.price} currency={shown.currency} />
            )}
            {typeof before === 'number' && (
              <s>
                <Price value={before} currency={shown.currency} />
              </s>
            )}
            {shown.availability !== undefined && <Stock availability={shown.availability} />}
          </div>
        </div>
      </div>
      <details className={classes.others}>
        <summary>{t('All fields of this item')}</summary>
        <dl>
          {[['id', id] as const, ...others].map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{Array.isArray(value) ? value.join(', ') : String(value)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}

const cardFields = new Set(['name', 'image', 'brand', 'category', 'price', 'price_before', 'currency', 'availability']);

function Findings({ preview }: { readonly preview: MappingPreview }) {
  const { bad_count: bad, sample_count: count, problems } = preview;
  if (problems.length === 0) return null;
  return (
    <div className={classes.findings} role="status">
      {bad > 0 && (
        <Text size="sm" fw={600}>
          {t('{count} of {samples} sampled items would be skipped.', { samples: count, count: bad })}
        </Text>
      )}
      <ul>
        {problems.map(({ field, reason, count: times }) => (
          <li key={`${field} ${reason}`}>
            {field && `${field}: `}
            {t(problemReasons[reason] ?? reason)} ({times}×)
          </li>
        ))}
      </ul>
    </div>
  );
}
