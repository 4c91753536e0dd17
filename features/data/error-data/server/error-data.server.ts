import { keptProblems } from '#features/data/imports/imports.contract.ts';
import { importProblemStore } from '#features/data/imports/server/import-report.store.ts';
import { countErrorData, exportErrorData, listErrorData } from '#features/data/error-data/error-data.contract.ts';
import { feedStore } from '#features/data/feed-settings/server/feeds.store.ts';
import { importStore } from '#features/data/imports/server/imports.store.ts';
import { problemTexts } from '#feeds/feed-texts.ts';
import type { App } from '#server/app/app.ts';
import { csvText } from '#server/formats/csv.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { serve } from '#server/app/serve.ts';

export function serveErrorData(app: App): void {
  const feeds = feedStore(app.db);
  const imports = importStore(app.db);

  const problems = importProblemStore(app.db);

  async function importOf(project: ProjectScope, id: number): Promise<number | null> {
    await feeds.known(project, id);
    return imports.newestRead(project, id);
  }

  serve(app, listErrorData, async ({ id, ...query }, { project }) => problems.list(project, await importOf(project, id), query));

  serve(app, countErrorData, async ({ id }, { project }) => problems.counts(project, await importOf(project, id)));

  serve(app, exportErrorData, async ({ id, ...filters }, { project, language }) => {
    const t = app.translate(language);
    const everything = { ...filters, page: 1, per_page: keptProblems, order: 'asc' } as const;
    const { items } = await problems.list(project, await importOf(project, id), everything);
    const rows = items.map(({ position, item, field, value, severity, reason }) => [
      position,
      item,
      field,
      value,
      severity === 'error' ? t('Item skipped') : t('Item imported'),
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
    return { file_name: `error-data-${id}.csv`, csv: csvText(header, rows) };
  });
}
