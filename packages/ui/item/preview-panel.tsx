import { Text } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import type { InputOf } from '#contract/endpoint.ts';
import type { PreviewEndpoint } from '#contract/preview.ts';
import { inGeneral } from '#ui/calls/call-error.ts';
import { useSettledAnswer } from '#ui/calls/settled-answer.ts';
import { AfterWait, LoadError, RowSkeletons } from '#ui/page/states.tsx';
import { RefetchBar } from '#ui/page/refetch-bar.tsx';
import { t } from '#ui/text/i18n.ts';
import { PreviewColumns } from './preview-columns.tsx';
import { QueryBox, usePreviewedQuery } from './query-box.tsx';
import classes from './preview-panel.module.css';

const shownRows = 6;

interface PreviewPanelProps<E extends PreviewEndpoint> {
  readonly collectionId: number;
  readonly endpoint: E;
  readonly input: (q: string) => InputOf<E>;
  /** Why settings can't be previewed. */
  readonly paused?: ReactNode;
  readonly isLive?: boolean;
  readonly onFailing?: (isFailing: boolean) => void;
}

/** The query is kept in the address as `q`. */
export function PreviewPanel<E extends PreviewEndpoint>({
  collectionId,
  endpoint,
  input,
  paused,
  isLive = false,
  onFailing,
}: PreviewPanelProps<E>) {
  const [q, setQ] = usePreviewedQuery(collectionId);
  const wanted = q.trim();
  return (
    <section className={classes.panel} aria-label={t('Preview')}>
      <QueryBox collectionId={collectionId} q={q} setQ={setQ} />
      {wanted === '' && (
        <Text size="sm" c="dimmed" mt={16}>
          {t('Type a query to see its items.')}
        </Text>
      )}
      {wanted !== '' && paused}
      {wanted !== '' && !paused && <Answered {...{ endpoint, isLive, onFailing }} input={input(wanted)} q={wanted} />}
    </section>
  );
}

interface AnsweredProps<E extends PreviewEndpoint> {
  readonly endpoint: E;
  readonly input: InputOf<E>;
  readonly q: string;
  readonly isLive: boolean;
  readonly onFailing: PreviewPanelProps<E>['onFailing'];
}

function Answered<E extends PreviewEndpoint>({ endpoint, input, q, isLive, onFailing }: AnsweredProps<E>) {
  const { data, error, isFetching, isOld, refetch } = useSettledAnswer(endpoint, input);
  const isFailing = error !== null;
  useEffect(() => {
    onFailing?.(isFailing);
    return () => onFailing?.(false);
  }, [onFailing, isFailing]);
  if (error) return <LoadError error={inGeneral(error)} retry={() => void refetch()} />;
  if (!data)
    return (
      <AfterWait>
        <RowSkeletons count={shownRows} />
      </AfterWait>
    );
  return (
    <>
      <RefetchBar isMoving={isFetching} />
      <div className={classes.answer} data-old={isOld}>
        <PreviewColumns items={data.data} beside={data.beside} q={q} isLive={isLive} />
      </div>
    </>
  );
}
