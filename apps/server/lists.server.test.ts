import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AnyCrud } from '#contract/crud.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { phrases } from '#features/data/phrases/phrases.contract.ts';
import { charFilters } from '#features/developer/chars-filter/chars-filter.contract.ts';
import { checkItems } from '#features/developer/check-items/check-items.contract.ts';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { banners } from '#features/search-settings/banners/banners.contract.ts';
import { curations } from '#features/search-settings/curations/curations.contract.ts';
import { fixits } from '#features/search-settings/fixit/fixit.contract.ts';
import { stopwords } from '#features/search-settings/stopwords/stopwords.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { sampleInput } from '#testing/calls/sample-input.ts';
import { sharedServer } from '#testing/shared-server.ts';
import type { Answered, Owner } from '#testing/test-app.ts';

const lists: readonly AnyCrud[] = [banners, charFilters, checkItems, curations, fixits, phrases, stopwords, synonyms];

type Values = Readonly<Record<string, unknown>>;
interface Item {
  readonly id: number;
  readonly updated_at: number;
}

const server = await sharedServer();
const fewRows = 3;
const parallelWrites = 8;

test('all lists are tested here', () => {
  expect(new Set(server.app.importers.keys())).toEqual(new Set(lists.map(({ name }) => name)));
});

function numbered(value: unknown, at: number): unknown {
  if (typeof value === 'string') return `${value}${at}`;
  if (Array.isArray(value)) return value.map((one) => numbered(one, at));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, numbered(one, at)]));
}

describe.each(lists.map((calls) => ({ name: calls.name, calls })))('$name', ({ calls }) => {
  let owner: Owner;
  let stranger: Owner;
  beforeAll(async () => {
    [owner, stranger] = [await server.emptyShop(), await server.emptyShop()];
  });
  beforeEach(async () => {
    const ids = await idsNow();
    if (ids.length > 0) await send(calls.removeMany, { ids });
  });

  const [unique] = calls.unique as readonly [string];
  /** Rows with different numbers have different texts. */
  const row = (at: number) => numbered(sampleInput(calls.input), at) as Values;
  const [one, changed] = [row(1), row(99)];
  const twin = { ...one, [unique]: ` ${String(one[unique]).toUpperCase()} ` };
  const invalid = { ...row(5), [unique]: ' ' };

  const place = (who: Owner): Values => (calls.isOfCollection ? { c: who.collectionId } : {});
  const send = (call: unknown, input: Values, who = owner): Promise<Answered<never>> =>
    server.call(who, call as Endpoint, { ...place(who), ...input }) as Promise<Answered<never>>;
  const rows = async (who = owner, page = 1): Promise<Item[]> =>
    ((await send(calls.list, { per_page: 100, page }, who)).data as { items: Item[] } | null)?.items ?? [];
  const idsNow = async () => (await rows()).map(({ id }) => id);
  const create = async (input: Values): Promise<Item> => {
    const { data, msg } = await send(calls.create, input);
    if (!data) throw new Error(msg);
    return data;
  };
  const import_ = (input: readonly Values[], rest: Values = {}) =>
    send(calls.importRows, { format: 'json', text: JSON.stringify(input), ...rest });

  test('adds, reads, changes and deletes a row, and names who changed it', async () => {
    const added = await create(one);
    expect(added).toMatchObject({ updated_by: 'Test Person' });
    expect((await send(calls.read, { id: added.id })).data).toEqual(added);
    expect(await idsNow()).toEqual([added.id]);
    const { data } = await send(calls.update, { ...changed, id: added.id, updated_at: added.updated_at });
    expect(data).toMatchObject({ id: added.id, [unique]: changed[unique] });
    expect((data as unknown as Item).updated_at).toBeGreaterThan(added.updated_at);
    if (calls.isRule) {
      await send(calls.setActive, { ids: [added.id], is_active: false });
      expect(await rows()).toMatchObject([{ is_active: false }]);
    }
    expect((await send(calls.remove, { id: added.id })).status).toBe(200);
    expect((await send(calls.remove, { id: added.id })).status).toBe(404);
    expect((await send(calls.read, { id: added.id })).status).toBe(404);
    expect(await rows()).toEqual([]);
  });

  test('refuses an invalid field', async () => {
    expect(await send(calls.create, invalid)).toMatchObject({ status: 422, errors: [{ field: unique }] });
  });

  test('hides rows from other projects', async () => {
    const { id } = await create(one);
    const before = await rows();
    const refused = [
      await send(calls.read, { id }, stranger),
      await send(calls.update, { ...changed, id }, stranger),
      await send(calls.remove, { id }, stranger),
      await send(calls.restore, { ids: [id] }, stranger),
      await send(calls.copyTo, { ids: [id], project: stranger.project }),
      await send(calls.copyTo, { ids: [id], project: owner.project }, stranger),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    for (const call of [calls.removeMany, ...(calls.isRule ? [calls.setActive] : [])])
      expect((await send(call, { ids: [id], is_active: false }, stranger)).data).toEqual({ ids: [] });
    expect(await rows()).toEqual(before);
    expect(await rows(stranger)).toEqual([]);
  });

  test('overwrites what somebody else changed or deleted only on request', async () => {
    const began = await create(one);
    const { data: stored } = await send(calls.update, { ...changed, id: began.id, updated_at: began.updated_at });
    const mine = { ...one, id: began.id, updated_at: began.updated_at };
    expect(await send(calls.update, mine)).toMatchObject({
      status: 409,
      data: stored,
      errors: [{ code: 'changedMeanwhile', parameters: { person: 'Test Person' } }],
    });
    expect((await send(calls.update, { ...one, id: began.id })).status).toBe(200);
    await send(calls.remove, { id: began.id });
    expect(await send(calls.update, mine)).toMatchObject({ status: 409, errors: [{ code: 'deletedMeanwhile' }] });
    expect((await send(calls.update, { ...one, id: began.id })).status).toBe(404);
  });

  test('refuses an equal row, also when several are added at once', async () => {
    await create(one);
    const refusal = { status: 409, errors: [{ code: 'alreadyUsed', field: unique }] };
    expect(await send(calls.create, twin)).toMatchObject(refusal);
    const { id } = await create(row(2));
    expect(await send(calls.update, { ...twin, id })).toMatchObject(refusal);
    const answers = await Promise.all(Array.from({ length: parallelWrites }, () => send(calls.create, row(3))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(parallelWrites - 1);
  });

  test('restores deleted rows with their ids, once, unless their place is taken', async () => {
    for (let at = 0; at < fewRows; at += 1) await create(row(at));
    const before = await idsNow();
    const ids = before.slice(1);
    expect((await send(calls.removeMany, { ids })).data).toEqual({ ids: expect.arrayContaining(ids) as number[] });
    expect(await idsNow()).toEqual(before.slice(0, 1));
    const { data } = await send(calls.restore, { ids });
    expect((data as unknown as { items: Item[] }).items).toHaveLength(ids.length);
    expect(await idsNow()).toEqual(before);
    expect((await send(calls.restore, { ids })).status).toBe(404);

    await send(calls.removeMany, { ids: before });
    await create(row(0));
    const [again] = await rows();
    expect((await send(calls.restore, { ids: before })).status).toBe(200);
    expect(await rows()).toContainEqual(again);
    expect(await rows()).toHaveLength(fewRows);
  });

  test.each(['csv', 'json'] as const)('exports all rows as %s and imports them again', async (format) => {
    for (let at = 0; at < fewRows; at += 1) await create(row(at));
    const exported = await send(calls.exportRows, { format });
    const { text } = exported.data as unknown as { text: string };
    const unchanged = { new: 0, changed: 0, same: fewRows, mistake_count: 0 };
    expect((await send(calls.importRows, { format, text })).data).toMatchObject(unchanged);
    await send(calls.removeMany, { ids: await idsNow() });
    const all = { new: fewRows, changed: 0, same: 0, mistake_count: 0 };
    expect((await send(calls.importRows, { format, text })).data).toMatchObject({ ...all, is_written: false });
    expect(await rows()).toEqual([]);
    expect((await send(calls.importRows, { format, text, dry_run: false })).data).toMatchObject({ ...all, is_written: true });
    expect((await send(calls.exportRows, { format })).data).toEqual(exported.data);
  });

  test('reports new, changed and wrong rows of a file before it imports the others', async () => {
    const { id } = await create(one);
    const file = [row(2), twin, invalid, row(3), row(2)];
    const mistakes = [{ line: 3 }, { line: 5, code: 'rowTwice', parameters: { line: 1 } }];
    const outcome = { new: 2, changed: 1, same: 0, mistake_count: 2, mistakes };
    expect((await import_(file)).data).toMatchObject({ ...outcome, is_written: false });
    expect(await idsNow()).toEqual([id]);
    expect((await import_(file, { dry_run: false })).data).toMatchObject({ ...outcome, is_written: true });
    expect(await rows()).toHaveLength(fewRows);
    for (const text of ['', '{', '{"a":1}', '[1]'])
      expect((await send(calls.importRows, { format: 'json', text })).status).toBe(422);
  });

  test('copies rows to another project once, and leaves different ones there', async () => {
    const input = { name: 'Second', language: 'en', data_source: 'aisle_api' } as const;
    const { data: second } = await server.call(owner, createProject, input);
    const other = { ...owner, project: second!.token, projectId: second!.id, collectionId: second!.collection_id };
    const ids = [(await create(one)).id, (await create(row(2))).id];
    const copy = async () => (await send(calls.copyTo, { ids, project: other.project })).data;
    expect(await copy()).toMatchObject({ copied: 2, same: 0, refused_count: 0 });
    expect(await copy()).toMatchObject({ copied: 0, same: 2, refused_count: 0 });
    expect(await rows(other)).toHaveLength(2);
    await send(calls.update, { ...twin, id: ids[0] });
    const refused = [{ id: ids[0], code: 'differsThere', field: unique }];
    expect(await copy()).toMatchObject({ copied: 0, same: 1, refused_count: 1, refused });
  });

  const boundsFact = () =>
    test('refuses an end before the start, and keeps bounds in files', async () => {
      const within = { valid_from: Date.parse('2001-01-01T08:00Z'), valid_to: Date.parse('2001-12-24T08:00Z') };
      const wrong = { ...one, valid_from: within.valid_to, valid_to: within.valid_from };
      const refusal = { field: 'valid_to', code: 'endsBeforeStart' };
      expect(await send(calls.create, wrong)).toMatchObject({ status: 422, errors: [refusal] });
      expect((await import_([wrong])).data).toMatchObject({ new: 0, mistakes: [refusal] });
      const added = await create({ ...one, ...within });
      expect(added).toMatchObject(within);
      expect(await send(calls.update, { ...wrong, id: added.id })).toMatchObject({ status: 422, errors: [refusal] });
      const { data } = (await send(calls.exportRows, { format: 'csv' })) as { data: { text: string } | null };
      expect(data?.text).toContain('2001-12-24 ');
      expect((await import_([], { format: 'csv', text: data?.text })).data).toMatchObject({ same: 1 });
    });

  if (calls.isTimed) boundsFact();

  // The list with the lowest limit proves it for all.
  const limitFact = () =>
    test('accepts rows up to the limit', async () => {
      const { maximumRows } = calls;
      const full = Array.from({ length: maximumRows }, (_, at) => row(at));
      expect((await import_(full.slice(1), { dry_run: false })).data).toMatchObject({ new: maximumRows - 1 });
      for (const isDryRun of [true, false])
        expect((await import_([row(0), row(maximumRows)], { dry_run: isDryRun })).errors).toMatchObject([
          { code: 'tooManyRows', parameters: { max: maximumRows, there: maximumRows - 1, more: 2 } },
        ]);
      expect((await import_([row(0)], { dry_run: false })).data).toMatchObject({ new: 1 });
      expect((await send(calls.create, row(maximumRows))).errors).toMatchObject([{ code: 'tooMany' }]);
      const ids = [...(await rows()), ...(await rows(owner, 2))].map(({ id }) => id);
      expect((await send(calls.removeMany, { ids })).data).toEqual({
        ids: expect.objectContaining({ length: maximumRows }) as number[],
      });
    });
  if (calls === checkItems) limitFact();
});
