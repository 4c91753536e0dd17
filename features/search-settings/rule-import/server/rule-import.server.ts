import type { GlossaryName } from '#contract/texts/glossary-names.ts';
import { maximumFileRows } from '#contract/limits.ts';
import { combinedRows } from './combined-rows.ts';
import { missingPages, readForeignFiles } from './foreign-files.ts';
import type { PlacedRow } from './foreign-rules.ts';
import { leftOutOf } from './left-out.ts';
import { type ImportedKind, importRules } from '#features/search-settings/rule-import/rule-import.contract.ts';
import type { App } from '#server-kit/app.ts';
import type { PreparedImport } from '#server-kit/crud/row-importer.ts';
import { fail, failField } from '#server-kit/fail.ts';
import { foundIn } from '#server-kit/found-in.ts';
import { serve } from '#server-kit/serve.ts';

const names: Record<ImportedKind, GlossaryName> = {
  synonyms: 'synonym',
  fixits: 'replacing term',
  stopwords: 'ignored term',
  curations: 'curation',
};

export function serveRuleImport(app: App): void {
  const importerOf = (kind: ImportedKind) => foundIn(app.importers.get(names[kind]), names[kind]);

  serve(app, importRules, async ({ text, files, c, dry_run: isDryRun }, { project, user }) => {
    const file = await readForeignFiles(files.length > 0 ? files : [{ name: '', text }], { url: project.url });
    const { rows, losses } = combinedRows(file.entries, (kind) => importerOf(kind).has('valid_from'));
    const prepared = new Map<ImportedKind, PreparedImport>();
    for (const [kind, ofKind] of rows) {
      if (ofKind.length === 0) continue;
      if (ofKind.length > maximumFileRows) throw fail('tooManyFileRows', { max: maximumFileRows });
      const importer = importerOf(kind);
      if (importer.isOfCollection && c === undefined) throw failField('c', 'required', { name: 'collection' });
      prepared.set(kind, await importer.prepare(project, importer.isOfCollection ? c : undefined, ofKind.map(fileRow)));
    }
    const leftOut = leftOutOf(
      losses,
      Array.from(prepared, ([kind, { mistakes }]) => ({ kind, rows: rows.get(kind) ?? [], mistakes })),
    );
    const told = {
      services: [...file.services],
      kinds: Array.from(prepared, ([kind, { outcome }]) => ({
        kind,
        new: outcome.new,
        changed: outcome.changed,
        same: outcome.same,
        refused: outcome.mistake_count,
      })),
      left_out: leftOut.reasons,
      left_out_counts: leftOut.counts,
      missing_pages: missingPages(file.pages),
    };
    if (isDryRun) return { ...told, is_written: false };
    const author = { userId: user.id, at: Date.now() };
    await app.releases.change(project, { userId: user.id, reason: 'rule import' }, async (db) => {
      for (const one of prepared.values()) await one.write(db, author);
    });
    return { ...told, is_written: true };
  });
}

function fileRow({ row }: PlacedRow, at: number) {
  const { kind: _kind, ...values } = row;
  return { line: at + 1, values };
}
