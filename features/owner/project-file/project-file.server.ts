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
} from './project-file.contract.ts';
import { sectionDifferences } from './section-differences.ts';
import { collectionKey, writeParts } from './write-parts.ts';
import type { App } from '#server-kit/app.ts';
import { undone } from '#server-kit/db/undone.ts';
import type { ProjectScope } from '#server-kit/db/row-scope.ts';
import type { Database } from '#server-kit/db/schema.ts';
import { fail } from '#server-kit/fail.ts';
import { searchText } from '#server-kit/search/search-text.ts';
import { serve } from '#server-kit/serve.ts';

const comment = ` Settings and rules of a project of Aisle. Secrets are not in it: ••• stands for one in an address.`;
/** The reason of the release that an import makes. */
const reason = 'project file';

/** A project as a file: all of it out, and in again, here or elsewhere. */
export function serveProjectFile(app: App): void {
  const kinds = () => kindsOfFile(app);

  async function exported(project: Named): Promise<OutputOf<typeof exportProject>> {
    const tree = treeOf(kinds(), await readSections(kinds(), app.db, project));
    return { file_name: `${fileName(project.name)}.yaml`, text: await writeInProcess(tree, comment) };
  }

  async function imported(
    project: ProjectScope,
    userId: number | null,
    { text, dry_run: isDryRun, state, without }: ParsedInputOf<typeof importProject>,
  ): Promise<ProjectImport> {
    const whole = partsOfFile(kinds(), await readInProcess(text.replace(/^\uFEFF/, '')));
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

  serve(app, exportProject, (_input, { project }) => exported(project));
  serve(app, exportProjectByApi, (_input, { project }) => exported(project));
  serve(app, importProject, (input, { project, user }) => imported(project, user.id, input));
  // A secret of a project opens neither where its items come from, nor what it is called.
  serve(app, importProjectByApi, (input, { project }) => imported(project, null, { ...input, without: ['project', 'feeds'] }));
}

type Named = ProjectScope & { readonly name: string };

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
