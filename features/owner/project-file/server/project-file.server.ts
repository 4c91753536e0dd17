import type { OutputOf, ParsedInputOf } from '#contract/endpoint.ts';
import { readInProcess, writeInProcess } from './yaml/yaml-process.ts';
import { type FileParts, partsOfFile } from './file-parts.ts';
import { fingerprintOf, kindsOfFile, readSections, type Section, treeOf } from './file-sections.ts';
import {
  exportProject,
  exportProjectByApi,
  importProject,
  importProjectByApi,
  type ProjectImport,
} from '#features/owner/project-file/project-file.contract.ts';
import { sectionDifferences } from './section-differences.ts';
import { collectionKey, writeParts } from './write-parts.ts';
import type { App } from '#server/app.ts';
import { undone } from '#server/db/undone.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { fail } from '#server/fail.ts';
import { searchText } from '#server/db/search-text.ts';
import { serve } from '#server/serve.ts';

const comment = ` Settings and rules of a project of Aisle. Secrets are not in it: ••• stands for one in an address.`;
const reason = 'project file';

export function serveProjectFile(app: App): void {
  const kinds = () => kindsOfFile(app);

  async function exported({ user, project }: Author, gone: AbortSignal): Promise<OutputOf<typeof exportProject>> {
    const text = await app.processes.run({ user, project }, gone, async () =>
      writeInProcess(treeOf(kinds(), await readSections(kinds(), app.db, project)), comment, gone),
    );
    return { file_name: `${fileName(project.name)}.yaml`, text };
  }

  async function imported(
    { user, project }: Author,
    { text, dry_run: isDryRun, state, without }: ParsedInputOf<typeof importProject>,
    gone: AbortSignal,
  ): Promise<ProjectImport> {
    const userId = user?.id ?? null;
    const read = await app.processes.run({ user, project }, gone, () => readInProcess(text.replace(/^\uFEFF/, ''), gone));
    const whole = partsOfFile(kinds(), read);
    const leftAside: readonly string[] = without;
    const file = { ...whole, parts: whole.parts.filter(({ kind }) => !leftAside.includes(kind.key)) };

    async function work(db: Database): Promise<Omit<ProjectImport, 'release' | 'is_written'>> {
      const before = await readSections(kinds(), db, project);
      const known = fingerprintOf(treeOf(kinds(), before));
      if (state != null && state !== known) throw fail('projectFileMeanwhile');
      const leftOut = await writeParts(db, project, file, { userId, at: Date.now() });
      const after = await readSections(kinds(), db, project);
      return { state: known, ...sectionDifferences(before, after), kept: keptOf(file, after), left_out: leftOut };
    }

    const change = { userId, reason, live: waitingKinds(app) };
    const done = isDryRun
      ? await undone(app.db, (db) => app.releases.changeWithin(db, project, change, work))
      : await app.releases.change(project, change, work);
    if (!isDryRun) await app.cache.answers.purge(`project ${project.id}`);
    return { ...done, is_written: !isDryRun, release: await liveRelease(app, project) };
  }

  serve(app, exportProject, (_input, caller, _upload, gone) => exported(caller, gone));
  serve(app, exportProjectByApi, (_input, { project }, _upload, gone) => exported({ project }, gone));
  serve(app, importProject, (input, caller, _upload, gone) => imported(caller, input, gone));
  // A secret of a project opens neither where its items come from, nor what it is called.
  serve(app, importProjectByApi, (input, { project }, _upload, gone) =>
    imported({ project }, { ...input, without: ['project', 'feeds'] }, gone),
  );
}

/** A person, or a program that has a secret of the project. */
interface Author {
  readonly user?: { readonly id: number };
  readonly project: ProjectScope & { readonly name: string };
}

/** What a file says is live at once, also of kinds that wait otherwise. */
const waitingKinds = ({ releases }: App): string[] =>
  (['onPublish', 'onUpdate', 'atMidnight'] as const).flatMap((moment) => releases.keysOf(moment));

const liveRelease = async ({ releases }: App, project: ProjectScope): Promise<number> => (await releases.live(project)).number;

/** What stays though the file doesn't have it: items would go with it. */
function keptOf({ parts, collections }: FileParts, after: readonly Section[]): ProjectImport['kept'] {
  const said = new Set(collections.map(collectionKey));
  const others = after.flatMap(({ collection }) =>
    collection && !said.has(collectionKey(collection.name)) ? [collection.name] : [],
  );
  const kept = parts.flatMap(({ kind, collection, rows }) => {
    if (kind.shape !== 'named' || collection === null) return [];
    const named = new Set(rows.map(({ values }) => values['name']));
    const isHere = (section: Section) =>
      section.kind.key === kind.key && collectionKey(section.collection?.name ?? '') === collectionKey(collection);
    const names = (after.find(isHere)?.rows ?? []).map(({ name }) => name).filter((name) => !named.has(name));
    return names.length > 0 ? [{ source: kind.key, collection, names }] : [];
  });
  return others.length > 0 ? [{ source: 'collections', collection: null, names: [...new Set(others)] }, ...kept] : kept;
}

/** `Zahradní nářadí` is `zahradni-naradi`. */
const fileName = (name: string): string =>
  searchText([name])
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '') || 'project';
