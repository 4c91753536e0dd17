import { proposedSynonyms } from './proposed-synonyms.service.ts';
import { proposedSynonymStore } from './proposed-synonyms.store.ts';
import {
  dismissProposedSynonym,
  listProposedSynonyms,
  mostProposedSynonyms,
  ProposedSynonym,
} from './proposed-synonyms.contract.ts';
import type { App } from '#server/app/app.ts';
import { serve } from '#server/app/serve.ts';

export function serveProposedSynonyms(app: App): void {
  serve(app, listProposedSynonyms, async (_input, { project }) => {
    const most = (await proposedSynonyms(app.db, project)).slice(0, mostProposedSynonyms);
    return { items: most.map((one) => ProposedSynonym.parse(one)) };
  });
  serve(app, dismissProposedSynonym, async ({ id, is_undo: isUndo }, { project }) => ({
    changed: await proposedSynonymStore(app.db).dismiss(project, id, isUndo),
  }));
}
