/** A server whose deleted projects go while it is killed at crash points. Run by `fork` with its data folder and database. */
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { removeProject } from '#features/owner/projects/deletion/deletion.contract.ts';
import { purgeDeletedProjects } from '#features/owner/projects/deletion/purge.service.ts';
import { answerOver } from '#process-kit/channel.ts';
import { parentLine } from '#process-kit/line.ts';
import type { PurgedProject, PurgeTask } from './purge-tasks.ts';
import { testAppOf, testConfig } from '#testing/test-app.ts';
import { uploaded } from '#testing/uploaded.ts';

const place = JSON.parse(process.argv[2] ?? '') as { dataDirectory: string; databaseUrl: string | null };
const server = await testAppOf(testConfig(place));
let people = 0;

async function deleteOne(): Promise<PurgedProject> {
  const person = await server.signUp(`purged${process.pid}-${(people += 1)}@example.com`);
  const feed_url = await uploaded(server, person, 'id;name\n1;Lamp\n2;Chair\n');
  const shop = { name: 'Gone', language: 'en', data_source: 'custom_feed', feed_url, file_name: 'lamps.csv' } as const;
  const { data } = await server.call(person, createProject, shop);
  await server.imported({ ...person, project: data!.token }, data!.feed_id!);
  await server.call(person, removeProject, { id: data!.id, name: shop.name });
  await server.app.db.updateTable('project').set({ deleted_at: 1 }).where('id', '=', data!.id).execute();
  return { projectId: data!.id, collectionId: data!.collection_id, upload: feed_url.slice('upload:'.length) };
}

async function answer({ kind }: PurgeTask): Promise<PurgedProject | null> {
  if (kind === 'deleteOne') return deleteOne();
  await purgeDeletedProjects(server.app, new AbortController().signal);
  return null;
}

process.once('disconnect', () => void server.close().finally(() => process.exit()));
answerOver(parentLine(), answer);
