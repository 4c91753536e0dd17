import type { AnyCrud } from '#contract/crud.ts';
import { later } from '#ui/page/later.tsx';
import type { OpenRecord, RecordDrawerProps } from './open-record.tsx';

const Later = later(async () => (await import('./open-record.tsx')).OpenRecord) as typeof OpenRecord;

/** Opened by `?edit=new` or `?edit=3`. */
export const RecordDrawer = <C extends AnyCrud>(record: Omit<RecordDrawerProps<C>, 'isOpen'>) => (
  <Later<C> {...record} isOpen={record.crud.opened.key !== undefined} />
);
