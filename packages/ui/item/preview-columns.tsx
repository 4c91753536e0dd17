import { Text } from '@mantine/core';
import { type PreviewBeside, previewedItems, type PreviewedItem } from '#contract/preview.ts';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { shownItemOf } from './item-cell.tsx';
import { ResultPreview } from './result-preview.tsx';
import classes from './preview-panel.module.css';

interface PreviewColumnsProps {
  readonly items: readonly PreviewedItem[];
  readonly beside: Omit<PreviewBeside, 'res'> & Partial<Pick<PreviewBeside, 'res'>>;
  readonly q: string;
  readonly titles?: { readonly live: string; readonly tried: string };
  readonly isLive?: boolean;
}

/** Live beside draft; on narrow screens the draft alone, with its moves. */
export function PreviewColumns({ items, beside, q, titles, isLive = false }: PreviewColumnsProps) {
  const { gone, redirect, total_count: count, live_total_count: liveCount, res } = beside;
  if (redirect !== null)
    return (
      <Text size="sm" mt={16}>
        {t('“{q}” is redirected to {host}, so this has no effect.', { q, host: hostOf(redirect) })}
      </Text>
    );
  const live = [...items, ...gone]
    .filter(({ live_position: place }) => place !== null && place <= previewedItems)
    .toSorted((a, b) => (a.live_position ?? 0) - (b.live_position ?? 0));
  const took = res && t('{time} ms', { time: formats.number(Math.round(res.took.final)) });
  const tried = titles?.tried ?? (isLive ? t('Live') : t('Draft'));
  return (
    <div className={classes.columns} data-one={isLive}>
      {!isLive && (
        <div className={classes.live}>
          <Head title={titles?.live ?? t('Live')} facts={t('{count} results', { count: liveCount })} />
          <ResultPreview items={live.map((item, at) => previewed(item, at + 1))} gone={[]} newLabel="" goneLabel="" />
        </div>
      )}
      <div>
        <Head title={tried} facts={[t('{count} results', { count }), took].filter(Boolean).join(' · ')} />
        {items.length === 0 && (
          <Text size="sm" mt={12}>
            {titles || isLive ? t('Nothing found for “{q}”.', { q }) : t('Draft finds nothing for “{q}”.', { q })}
          </Text>
        )}
        <ResultPreview
          items={items.map((item) => previewed(item, item.live_position))}
          gone={gone.map((item) => previewed(item, item.live_position))}
          newLabel={t('new')}
          goneLabel={t('Gone ({n})', { n: gone.length })}
        />
      </div>
    </div>
  );
}

const previewed = (item: PreviewedItem, before: number | null) => ({ id: item.id, item: shownItemOf(item), before });

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address);

const Head = ({ title, facts }: { readonly title: string; readonly facts: string }) => (
  <div className={classes.head}>
    <span className={classes.title}>{title}</span>
    <span className={classes.facts} aria-live="polite">
      {facts}
    </span>
  </div>
);
