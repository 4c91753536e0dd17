import { Status } from '#ui/page/status.tsx';
import { t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import type { Boosts } from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import classes from './boost-manager.module.css';

interface DraftLineProps {
  readonly data: Pick<Boosts, 'change_count' | 'updated_at' | 'updated_by'>;
  readonly unsavedCount: number;
}

export function DraftLine({ data, unsavedCount }: DraftLineProps) {
  const { change_count: count, updated_at: at, updated_by: by } = data;
  if (at === null && unsavedCount === 0) return null;
  const isDraft = count > 0 || unsavedCount > 0;
  return (
    <p className={classes.draftLine} role="status">
      {isDraft ? <Status kind="waiting" label={t('Draft')} /> : <Status kind="live" label={t('Live')} />}
      {count > 0 && <span>{t('{count} changes not live', { count })}</span>}
      {unsavedCount > 0 && <span>{t('{count} changes not saved', { count: unsavedCount })}</span>}
      {at !== null && (
        <span>
          {t('saved')} <Moment at={at} /> {by !== null && t('by {person}', { person: by })}
        </span>
      )}
    </p>
  );
}
