import { checkWaiting, readGateQueries } from '#features/search-settings/publish-gate/publish-gate.contract.ts';
import { checkQueries, gateQueries } from './publish-gate.service.ts';
import type { App } from '#server/app/app.ts';
import { searchSettings } from '#server/search/project-search.ts';
import { serve } from '#server/app/serve.ts';

export function servePublishGate(app: App): void {
  serve(app, readGateQueries, ({ collection_id: id }, { project }) => gateQueries(app, project, id));

  serve(app, checkWaiting, async (part, { project }) => {
    const { rules, relevance } = await searchSettings(app, project, part.collection_id, { from: 'draft', isUnplanned: true });
    return checkQueries(app, project, part, { ...relevance, rules });
  });
}
