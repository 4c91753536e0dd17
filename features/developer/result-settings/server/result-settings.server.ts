import { isDeepStrictEqual } from 'node:util';
import { resultFileKinds } from './result-file-kinds.ts';
import { writePanel, writeResults } from './result-draft.ts';
import { type LayoutColumn, ResultSettingFields } from '#features/developer/result-settings/result-fields.contract.ts';
import {
  listLayoutColumns,
  readAutocompleteSettings,
  readCatalogSettings,
  readSearchSettings,
  saveAutocompleteSettings,
  saveCatalogSettings,
  saveSearchSettings,
} from '#features/developer/result-settings/result-settings.contract.ts';
import { serveResultSamples } from './result-samples.server.ts';
import { settingsVersion } from './result-settings.store.ts';
import { columnChoices, shownPanel, shownSettings, usualColumns } from './shown-settings.ts';
import type { App } from '#server/app/app.ts';
import { type CollectionScope, collectionOf } from '#server/db/row-scope.ts';
import { fail } from '#server/base/fail.ts';
import { serve } from '#server/app/serve.ts';

const unknownPerson = '–';
const reason = 'result settings';

interface Saving {
  readonly userId: number;
  /** Version that was edited; undefined overwrites any. */
  readonly began: number | null | undefined;
  readonly columns?: readonly LayoutColumn[] | undefined;
}

/** Saving publishes at once, as a release. */
export function serveResultSettings(app: App): void {
  for (const kind of resultFileKinds) app.fileKinds.set(kind.key, kind);

  const ofAutocomplete = async (scope: CollectionScope) => ({
    ...(await shownSettings(app, scope, 'autocomplete')),
    layout_columns: await shownPanel(app, scope),
  });

  async function save(scope: CollectionScope, sent: ResultSettingFields, { userId, began, columns }: Saving): Promise<void> {
    // The default isn't stored, so that it follows the collections.
    const isUsual = columns !== undefined && isDeepStrictEqual(columns, await usualColumns(app, scope));
    const panel = isUsual ? null : columns;
    await app.releases.change({ id: scope.id }, { userId, reason }, async (db) => {
      const { updated_at: at, updated_by: person } = await settingsVersion(db, scope, sent.kind);
      if (began !== undefined && (at ?? 0) > (began ?? 0))
        throw fail('changedMeanwhile', { person: person ?? unknownPerson, at: at ?? 0 });
      const author = { userId, at: Date.now() };
      await writeResults(db, scope, sent, author);
      if (panel !== undefined) await writePanel(db, { id: scope.id }, panel, author);
    });
  }

  serve(app, readAutocompleteSettings, async ({ c }, { project }) => ofAutocomplete(await collectionOf(app.db, project, c)));
  serve(app, readSearchSettings, async ({ c }, { project }) =>
    shownSettings(app, await collectionOf(app.db, project, c), 'search'),
  );
  serve(app, readCatalogSettings, async ({ c }, { project }) =>
    shownSettings(app, await collectionOf(app.db, project, c), 'catalog'),
  );

  serve(
    app,
    saveAutocompleteSettings,
    async ({ collection_id, updated_at: began, layout_columns: columns, ...sent }, { project, user }) => {
      const scope = await collectionOf(app.db, project, collection_id);
      const settings = ResultSettingFields.parse({ ...sent, kind: 'autocomplete' });
      await save(scope, settings, { userId: user.id, began, columns });
      return ofAutocomplete(scope);
    },
  );

  serve(app, saveSearchSettings, async ({ collection_id, updated_at: began, ...sent }, { project, user }) => {
    const scope = await collectionOf(app.db, project, collection_id);
    await save(scope, ResultSettingFields.parse({ ...sent, kind: 'search' }), { userId: user.id, began });
    return shownSettings(app, scope, 'search');
  });

  serve(app, saveCatalogSettings, async ({ collection_id, updated_at: began, ...sent }, { project, user }) => {
    const scope = await collectionOf(app.db, project, collection_id);
    await save(scope, ResultSettingFields.parse({ ...sent, kind: 'catalog' }), { userId: user.id, began });
    return shownSettings(app, scope, 'catalog');
  });

  serveResultSamples(app);
  serve(app, listLayoutColumns, async (_input, { project }) => ({ columns: await columnChoices(app, project) }));
}
