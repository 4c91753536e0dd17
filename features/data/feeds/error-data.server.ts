import { countErrorData, exportErrorData } from './error-data.contract.ts';
import { feedStore, type FeedRow } from './feeds.store.ts';
import { importStore } from './imports.store.ts';
import { keptProblems } from './imports.task.ts';
import { problemTexts } from '#feeds/problem-texts.ts';
import type { App } from '#server-kit/app.ts';
import { csvText } from '#server-kit/csv.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import { fail } from '#server-kit/fail.ts';
import { serve } from '#server-kit/serve.ts';

export function serveErrorData(app: App): void {
  const feeds = feedStore(app.db);
  const imports = importStore(app.db);

  const known = async (project: ProjectScope, id: number): Promise<FeedRow> => {
    const feed = await feeds.row(project, id);
    if (!feed) throw fail('notFound', { name: 'feed' });
    return feed;
  };

  serve(app, countErrorData, async ({ id }, { project }) => {
    await known(project, id);
    return imports.problemCounts(project, id);
  });

  serve(app, exportErrorData, async ({ id, ...filters }, { project, language }) => {
    const t = app.translate(language);
    const feed = await known(project, id);
    const { items } = await imports.problems(project, id, { ...filters, page: 1, per_page: keptProblems, order: 'asc' });
    const rows = items.map(({ position, item, field, value, severity, reason }) => [
      position,
      item,
      field,
      value,
      severity === 'error' ? t('Item left out') : t('Item imported'),
      Object.hasOwn(problemTexts, reason) ? t(problemTexts[reason as keyof typeof problemTexts]) : reason,
      reason,
    ]);
    const header = [
      t('Item number'),
      t('Item'),
      t('Field'),
      t('Value'),
      t('What happened'),
      t('Reason'),
      t('Code of the reason'),
    ];
    return { file_name: `error-data-${feed.id}.csv`, csv: csvText(header, rows) };
  });
}
