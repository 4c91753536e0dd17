import {
  type CharFilterRule,
  charFilters,
  checkCharFilters,
  previewCharFilter,
  readCharFilterQueries,
} from './chars-filter.contract.ts';
import { charFilterRule } from './chars-filter.rule.ts';
import { charFilterRows } from './chars-filter.store.ts';
import { checkQueries, gateQueries } from '#features/search-settings/publish-gate/server/publish-gate.service.ts';
import type { App } from '#server/app/app.ts';
import { asStored, serveRules } from '#server/crud/serve-rows.ts';
import { serve } from '#server/app/serve.ts';
import { previewOfRules } from '#server/search/preview.ts';

const key = 'character-filters';

export function serveCharFilters(app: App): void {
  const nameOf = ({ from, to }: CharFilterRule) => `${from} → ${to}`;
  serveRules(app, charFilters, charFilterRows, { key, table: 'char_filter', nameOf, ...charFilterRule }, asStored);

  serve(app, previewCharFilter, ({ c: collectionId, ...asked }, { project }, _upload, signal) =>
    previewOfRules(app, project, { collectionId, ...asked, source: key, signal }),
  );

  serve(app, readCharFilterQueries, (_input, { project }) => gateQueries(app, project));

  serve(app, checkCharFilters, async ({ put, without, ...part }, { project }) => {
    const rows = put.map(({ id, ...row }, place) => ({ ...row, id: id ?? -place }));
    const off = rows.filter(({ is_active: isActive }) => isActive === false).map(({ id }) => id);
    const tried = await app.releases.preview(project, {
      put: rows.filter(({ id }) => !off.includes(id)).map((row) => ({ source: key, row })),
      without: [...without, ...off].filter((id) => id > 0).map((id) => ({ source: key, id })),
    });
    return checkQueries(app, project, part, { rules: tried.rulesOf(part.collection_id) });
  });
}
