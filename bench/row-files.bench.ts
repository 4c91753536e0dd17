/**
 * How long a file with as many rows as one may have takes, out and in: what it would do, rows that are new, all of them changed, and as they
 * are; and how long the event loop of the server stands still meanwhile. Run: node bench/row-files.bench.ts [rows=10000]
 */
import { register } from '#features/account/account.contract.ts';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { fixits } from '#features/search-settings/fixit/fixit.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { words } from './engine-products.ts';
import { tell } from './figures.ts';
import { startShop } from './running-shop.ts';

const count = Number(process.argv[2] ?? 10_000);
const withinSeconds = 5;
const password = 'Correct-Horse-7';
const word = (at: number): string => words[(at * 7919) % words.length] ?? '';

/** A line of a file, by its number and the version of the row. */
const kinds = {
  synonyms: {
    calls: synonyms,
    header: 'term,synonym_type_id,synonyms,is_active',
    line: (at: number, version: number) => `${word(at)} ${at},1,${word(at + version)}|${word(at * 31)} ${word(at * 17)},true`,
  },
  'replacing terms': {
    calls: fixits,
    header: 'term,is_regexp,catalog_term,is_active',
    line: (at: number, version: number) => `${word(at)} ${at},false,${word(at + version)} ${word(at * 31)},true`,
  },
} as const;

const shop = await startShop();
const { server } = shop;
const person = { name: 'S', surname: 'S', email: 's@example.com', password, password_confirmation: password, agree: true };
const { data: session } = await server.call({}, register, person);
const token = session?.token ?? '';
const { data: project } = await server.call({ token }, createProject, { name: 'Rows', language: 'en', data_source: 'aisle_api' });
const who = { token, project: project?.token ?? '' };

try {
  for (const [name, { calls, header, line }] of Object.entries(kinds)) {
    const file = (version: number) => [header, ...Array.from({ length: count }, (_, at) => line(at, version))].join('\r\n');
    const measured = async (what: string, work: () => Promise<{ readonly err: number; readonly msg: string }>) => {
      await shop.longestStop();
      const startedAt = performance.now();
      const { err, msg } = await work();
      const seconds = (performance.now() - startedAt) / 1000;
      if (err !== 0) throw new Error(`${what}: ${msg}`);
      const { late: stop } = await shop.longestStop();
      tell({
        name: `${count} ${name}: ${what}`,
        value: `${seconds.toFixed(2)} s, longest stop of the event loop ${stop.toFixed(0)} ms`,
        target: { text: `≤ ${withinSeconds} s`, isMet: seconds <= withinSeconds },
        searchThreads: null,
      });
    };
    const send = (format: 'csv' | 'json', text: string, isDryRun: boolean) =>
      server.call(who, calls.importRows, { format, text, dry_run: isDryRun } as InputOf<typeof calls.importRows>);
    await measured('what a CSV would do', () => send('csv', file(1), true));
    await measured('a CSV of new ones', () => send('csv', file(1), false));
    await measured('a CSV that changes all', () => send('csv', file(2), false));
    await measured('a CSV of the same', () => send('csv', file(2), false));
    let exported = '';
    await measured('out as JSON', async () => {
      const answer = await server.call(who, calls.exportRows, { format: 'json' });
      exported = answer.data?.text ?? '';
      return answer;
    });
    await measured('a JSON of the same', () => send('json', exported, false));
  }
} finally {
  await shop.close();
}
