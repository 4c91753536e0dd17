import type { GlossaryName } from '#contract/texts/glossary-names.ts';
import { maximumFileRows, maximumRuleFileBytes } from '#contract/limits.ts';
import { combinedRows } from './combined-rows.ts';
import type { ForeignFile, ListPage, PlacedRow, Shop, ForeignRow, PlacedLoss } from './foreign-rules.ts';
import {
  type ImportedKind,
  importRules,
  type RuleImport,
  type Skipped,
} from '#features/search-settings/rule-import/rule-import.contract.ts';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import type { Caller } from '#server/app/access.ts';
import type { App } from '#server/app/app.ts';
import type { PreparedImport } from '#server/rules/rows/row-import.ts';
import { fail, failField, foundIn } from '#server/base/fail.ts';
import { serve } from '#server/app/serve.ts';
import { readForeignFile } from './foreign-file.ts';
import { isErrorCode } from '#contract/errors.ts';
import type { RowMistake } from '#contract/rows/row-files.ts';
import { lostTexts } from '#features/search-settings/rule-import/lost-texts.contract.ts';

const toldPlaces = 20;
const toldCharacters = 200;

interface RefusedRows {
  readonly kind: ImportedKind;
  readonly rows: readonly PlacedRow[];
  readonly mistakes: readonly RowMistake[];
}

type One = Omit<Skipped, 'count' | 'places'> & Skipped['places'][number];

/** By reason, the most frequent first. */
function skippedOf(losses: readonly PlacedLoss[], refused: readonly RefusedRows[]): Skipped[] {
  const all: One[] = [
    ...losses.map(({ reason, what, line, place }): One => ({
      code: reason,
      message: lostTexts[reason],
      kind: null,
      field: '',
      ...place,
      ...(line !== undefined && { line }),
      what: shortened(what),
    })),
    ...refused.flatMap(({ kind, rows, mistakes }) => mistakes.map((mistake) => refusal(kind, rows[mistake.line - 1], mistake))),
  ];
  const groups = Map.groupBy(all, ({ code, message, kind, field }) => JSON.stringify([code, message, kind, field]));
  return Array.from(groups.values(), (group): Skipped => {
    const [{ file: _file, line: _line, entry: _entry, what: _what, ...reason }] = group as [One, ...One[]];
    const places = group.slice(0, toldPlaces).map(({ file, line, entry, what }) => ({ file, line, entry, what }));
    return { ...reason, count: group.length, places };
  }).toSorted((one, other) => other.count - one.count);
}

function refusal(kind: ImportedKind, placed: PlacedRow | undefined, { field, code, message, parameters }: RowMistake): One {
  const place = placed?.place ?? { file: null, line: null, entry: null };
  return {
    code,
    message,
    kind,
    ...(parameters && { parameters }),
    field: isErrorCode(code) ? field : '',
    ...place,
    what: placed ? shortened(nameOf(placed.row)) : '',
  };
}

function nameOf(row: ForeignRow): string {
  if (row.kind === 'stopwords') return row.value;
  return row.kind === 'curations' ? row.name : row.term;
}

const shortened = (text: string): string => (text.length > toldCharacters ? `${text.slice(0, toldCharacters)}…` : text);

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
    const skipped = skippedOf(
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
      skipped,
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
