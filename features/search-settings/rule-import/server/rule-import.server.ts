import type { GlossaryName } from '#contract/texts/glossary-names.ts';
import { maximumFileRows, maximumRuleFileBytes } from '#contract/limits.ts';
import { combinedRows } from './combined-rows.ts';
import type { ForeignFile, ListPage, PlacedRow, Shop } from './foreign-rules.ts';
import { leftOutOf } from './left-out.ts';
import { type ImportedKind, importRules, type RuleImport } from '#features/search-settings/rule-import/rule-import.contract.ts';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import type { Caller } from '#server/app/access.ts';
import type { App } from '#server/app/app.ts';
import type { PreparedImport } from '#server/rules/rows/row-import.ts';
import { fail, failField, foundIn } from '#server/base/fail.ts';
import { serve } from '#server/app/serve.ts';
import { readForeignFile } from './foreign-file.ts';

const names: Record<ImportedKind, GlossaryName> = {
  synonyms: 'synonym',
  fixits: 'replacing term',
  stopwords: 'ignored term',
  curations: 'curation',
};

export function serveRuleImport(app: App): void {
  const importerOf = (kind: ImportedKind) => foundIn(app.importers.get(names[kind]), names[kind]);

  async function imported(
    { text, files, c, dry_run: isDryRun }: ParsedInputOf<typeof importRules>,
    { project, user }: Caller<'search'>,
  ): Promise<RuleImport> {
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
  }

  // A file takes some hundred megabytes while it is read, so nobody has several read at once.
  serve(app, importRules, (input, caller, _upload, gone) => app.processes.run(caller, gone, () => imported(input, caller)));
}

function fileRow({ row }: PlacedRow, at: number) {
  const { kind: _kind, ...values } = row;
  return { line: at + 1, values };
}

interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** Files that are one export together. Throws where one of them holds no rules of a service that is known. */
async function readForeignFiles(files: readonly NamedText[], shop: Shop): Promise<ForeignFile> {
  const isOne = files.length === 1;
  const characters = files.reduce((sum, { text }) => sum + text.length, 0);
  if (characters > maximumRuleFileBytes) throw fail('maximumLength', { name: 'text', max: maximumRuleFileBytes });
  const read: ForeignFile[] = [];
  for (const { name, text } of files) {
    const file = await readForeignFile(text, shop);
    if (!file) throw isOne ? fail('ruleFileNotValid') : fail('ruleFilesNotValid', { file: name });
    read.push(isOne ? file : { ...file, entries: file.entries.map((entry) => ({ ...entry, file: name })) });
  }
  return {
    services: [...new Set(read.flatMap(({ services }) => services))],
    pages: read.flatMap(({ pages }) => pages),
    entries: read.flatMap(({ entries }) => entries),
  };
}

function missingPages(pages: readonly ListPage[]): { readonly pages: number[]; readonly total: number }[] {
  return Array.from(Map.groupBy(pages, ({ list, total }) => `${list} ${total}`).values(), (own) => {
    const [{ total }] = own as [ListPage, ...ListPage[]];
    const there = new Set(own.map(({ page }) => page));
    return { pages: [...there].toSorted((one, other) => one - other), total };
  }).filter(({ pages: there, total }) => there.length < total);
}
