import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Crud } from '#contract/crud.ts';
import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { sharedServer } from './shared-server.ts';
import type { Answered, Owner, TestServer } from './test-app.ts';

type Values = Readonly<Record<string, unknown>>;
interface Item {
  readonly id: number;
  readonly updated_at: number;
  readonly updated_by: string | null;
}

type Input<C extends Crud> = Omit<InputOf<C['create']>, 'c'>;

interface Samples<C extends Crud> {
  readonly one: Input<C>;
  readonly many: (at: number) => Input<C>;
  readonly changed: Input<C>;
  /** Equal to `one` for a person, with other content. */
  readonly twin: Input<C>;
  readonly invalid: { readonly input: Values; readonly fields: readonly string[] };
  /** On searches of the sample shop. */
  readonly works?: (server: TestServer, owner: Owner) => Promise<boolean>;
}

const fewRows = 3;
const parallelWrites = 8;

/**
 * Facts of a `crud()`. Two lists prove the kit, `isWhole`: one of projects, one of collections. The others prove what they add to it: which
 * fields are invalid, that a row acts, and lists of objects in files.
 */
export function crudFacts<C extends Crud>(
  calls: C,
  { one, many, changed, twin, invalid, works }: Samples<C>,
  { isWhole = process.env['AISLE_TEST_EVERYTHING'] !== undefined } = {},
): void {
  let server: TestServer;
  let owner: Owner;
  let stranger: Owner;
  let email: string;
  beforeAll(async () => {
    server = await sharedServer();
    email = `owner-${calls.list.path.replaceAll(/[^a-z]+/g, '-')}@crud-facts.example`;
    owner = await (works ? server.shop('en', email) : server.emptyShop(email));
    stranger = await server.emptyShop();
  });
  beforeEach(async () => {
    for (const ids of [await idsNow()]) if (ids.length > 0) await send(calls.removeMany, { ids });
  });

  async function secondShop(): Promise<Owner> {
    const { data } = await server.call(owner, createProject, { name: 'Second', language: 'en', data_source: 'aisle_api' });
    return { ...owner, project: data!.token, projectId: data!.id, collectionId: data!.collection_id };
  }
  const place = (who: Owner): Values => (calls.isOfCollection ? { c: who.collectionId } : {});
  const send = <E extends Endpoint>(call: E, input: Values, who = owner): Promise<Answered<never>> =>
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

  test('what is wrong is refused, field by field', async () => {
    const answer = await send(calls.create, invalid.input);
    expect(answer.status).toBe(422);
    expect(answer.errors.map(({ field }) => field)).toEqual(invalid.fields);
  });

  const actsFact = (works: NonNullable<Samples<C>['works']>) => {
    test('it works from the moment it is saved until it is off or deleted', async () => {
      const doesIt = () => works(server, owner);
      expect(await doesIt()).toBe(false);
      const { id } = await create(one);
      expect(await doesIt()).toBe(true);
      if (calls.isRule) {
        await send(calls.setActive, { ids: [id], is_active: false });
        expect(await doesIt()).toBe(false);
        await send(calls.setActive, { ids: [id], is_active: true });
        expect(await doesIt()).toBe(true);
      }
      await send(calls.update, { ...changed, id });
      expect(await doesIt()).toBe(false);
      await send(calls.update, { ...one, id });
      expect(await doesIt()).toBe(true);
      await send(calls.remove, { id });
      expect(await doesIt()).toBe(false);
      await send(calls.restore, { ids: [id] });
      expect(await doesIt()).toBe(true);
    });
  };
  if (works) actsFact(works);

  const filesFact = () => {
    test.each(['csv', 'json'] as const)('a %s file has all rows, and brings them back', async (format) => {
      await create(one);
      for (let at = 0; at < fewRows; at += 1) await create(many(at));
      const exported = await send(calls.exportRows, { format });
      const { text } = exported.data as unknown as { text: string };
      const unchanged = { new: 0, changed: 0, same: fewRows + 1, mistake_count: 0 };
      expect((await send(calls.importRows, { format, text })).data).toMatchObject(unchanged);
      await send(calls.removeMany, { ids: await idsNow() });
      const all = { new: fewRows + 1, changed: 0, same: 0, mistake_count: 0 };
      expect((await send(calls.importRows, { format, text })).data).toMatchObject({ ...all, is_written: false });
      expect(await rows()).toEqual([]);
      expect((await send(calls.importRows, { format, text, dry_run: false })).data).toMatchObject({ ...all, is_written: true });
      expect((await send(calls.exportRows, { format })).data).toEqual(exported.data);
    });
  };
  if (isWhole || Object.keys(calls.flat).length > 0) filesFact();

  if (!isWhole) return;

  test('a row is added, read, changed and deleted, and says who changed it', async () => {
    const added = await create(one);
    expect(added).toMatchObject({ updated_by: 'Test Person' });
    expect((await send(calls.read, { id: added.id })).data).toEqual(added);
    expect(await rows()).toEqual([added]);
    const { data } = await send(calls.update, { ...changed, id: added.id, updated_at: added.updated_at });
    expect(data).toMatchObject({ id: added.id });
    expect((data as unknown as Item).updated_at).toBeGreaterThan(added.updated_at);
    expect((await send(calls.remove, { id: added.id })).status).toBe(200);
    expect((await send(calls.remove, { id: added.id })).status).toBe(404);
    expect((await send(calls.read, { id: added.id })).status).toBe(404);
    expect(await rows()).toEqual([]);
  });

  test.each(['__proto__', 'constructor', 'toString', 'id; drop'])('the list is not sorted by %s', async (sort) => {
    expect((await send(calls.list, { sort })).status).toBe(422);
  });

  test('rows of another project are not there', async () => {
    const { id } = await create(one);
    const before = await rows();
    const refused = [
      await send(calls.read, { id }, stranger),
      await send(calls.update, { ...changed, id }, stranger),
      await send(calls.remove, { id }, stranger),
      await send(calls.restore, { ids: [id] }, stranger),
      await send(calls.copyTo, { ids: [id], project: stranger.project }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    for (const call of [calls.removeMany, ...(calls.isRule ? [calls.setActive] : [])])
      expect((await send(call, { ids: [id], is_active: false }, stranger)).data).toEqual({ ids: [] });
    expect((await send(calls.copyTo, { ids: [id], project: owner.project }, stranger)).status).toBe(404);
    expect(await rows()).toEqual(before);
    expect(await rows(stranger)).toEqual([]);
  });

  test('what somebody else changed or deleted is not overwritten unless one says so', async () => {
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

  test('no two rows are the same, whoever is faster', async () => {
    await create(one);
    const refusal = { status: 409, errors: [{ code: 'alreadyUsed', field: calls.unique[0] }] };
    expect(await send(calls.create, twin)).toMatchObject(refusal);
    const { id } = await create(many(1));
    expect(await send(calls.update, { ...twin, id })).toMatchObject(refusal);
    const answers = await Promise.all(Array.from({ length: parallelWrites }, () => send(calls.create, many(2))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(parallelWrites - 1);
  });

  test('rows that are added at once are all there', async () => {
    const answers = await Promise.all(Array.from({ length: parallelWrites }, (_, at) => send(calls.create, many(at))));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await rows()).toHaveLength(parallelWrites);
  });

  test('deleted rows come back with their ids, in their places, once', async () => {
    for (let at = 0; at < fewRows; at += 1) await create(many(at));
    const before = await rows();
    const ids = before.slice(0, fewRows - 1).map(({ id }) => id);
    expect((await send(calls.removeMany, { ids })).data).toEqual({ ids: expect.arrayContaining(ids) as number[] });
    expect(await rows()).toHaveLength(1);
    const { data } = await send(calls.restore, { ids });
    expect((data as unknown as { items: Item[] }).items).toHaveLength(ids.length);
    expect((await rows()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect((await send(calls.restore, { ids })).status).toBe(404);
  });

  test('what took the place of a deleted row stays', async () => {
    const { id } = await create(one);
    await send(calls.remove, { id });
    const again = await create(one);
    expect((await send(calls.restore, { ids: [id] })).status).toBe(404);
    expect(await rows()).toEqual([again]);
  });

  test('a file says which of its rows are new, changed and wrong, and the others are imported', async () => {
    const { id } = await create(one);
    const file = [many(0), twin, invalid.input, many(1), many(0)];
    const mistakes = [{ line: 3 }, { line: 5, code: 'rowTwice', parameters: { line: 1 } }];
    const outcome = { new: 2, changed: 1, same: 0, mistake_count: 2, mistakes };
    expect((await import_(file)).data).toMatchObject({ ...outcome, is_written: false });
    expect(await idsNow()).toEqual([id]);
    expect((await import_(file, { dry_run: false })).data).toMatchObject({ ...outcome, is_written: true });
    expect(await rows()).toHaveLength(fewRows);
    for (const text of ['', '{', '{"a":1}', '[1]'])
      expect((await send(calls.importRows, { format: 'json', text })).status).toBe(422);
  });

  test('there is room for so many rows and not for more', async () => {
    const full = Array.from({ length: calls.maximumRows }, (_, at) => many(at));
    expect((await import_(full.slice(1), { dry_run: false })).data).toMatchObject({ new: full.length - 1 });
    const tooMany = [many(0), many(full.length)];
    for (const isDryRun of [true, false])
      expect((await import_(tooMany, { dry_run: isDryRun })).errors).toMatchObject([
        { code: 'tooManyRows', parameters: { max: full.length, there: full.length - 1, more: 2 } },
      ]);
    expect((await import_([many(0)], { dry_run: false })).data).toMatchObject({ new: 1 });
    const answers = await Promise.all([1, 2].map((more) => send(calls.create, many(full.length + more))));
    expect(answers.map(({ errors }) => errors[0]?.code)).toEqual(['tooMany', 'tooMany']);
    const ids: number[] = [];
    for (let page = 1; ids.length < full.length; page += 1) ids.push(...(await rows(owner, page)).map(({ id }) => id));
    expect(((await send(calls.removeMany, { ids })).data as unknown as { ids: number[] }).ids).toHaveLength(full.length);
  });

  test('rows are copied to another project of the same person, once, and what is there stays', async () => {
    const other = await secondShop();
    const ids = [(await create(one)).id, (await create(many(0))).id];
    const copy = async () => (await send(calls.copyTo, { ids, project: other.project })).data;
    expect(await copy()).toMatchObject({ copied: 2, same: 0, refused_count: 0 });
    expect(await copy()).toMatchObject({ copied: 0, same: 2, refused_count: 0 });
    expect(await rows(other)).toHaveLength(2);
    await send(calls.update, { ...twin, id: ids[0] });
    const refused = [{ id: ids[0], code: 'differsThere', field: calls.unique[0] }];
    expect(await copy()).toMatchObject({ copied: 0, same: 1, refused_count: 1, refused });
    const member = { project_id: stranger.projectId, is_owner: 0 as const, user_groups: '[]' };
    const { id: user_id } = await server.app.db
      .selectFrom('user')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    await server.app.db
      .insertInto('member')
      .values({ ...member, user_id })
      .execute();
    expect((await send(calls.copyTo, { ids, project: stranger.project })).status).toBe(403);
  });

  const boundsFact = () => {
    test('its bounds have an order, come along to another project, and go with files', async () => {
      const within = { valid_from: Date.parse('2001-01-01T08:00Z'), valid_to: Date.parse('2001-12-24T08:00Z') };
      const { valid_from: to, valid_to: from } = within;
      const wrong = { ...one, valid_from: from, valid_to: to };
      const refusal = { field: 'valid_to', code: 'endsBeforeStart' };
      expect(await send(calls.create, wrong)).toMatchObject({ status: 422, errors: [refusal] });
      expect((await import_([wrong])).data).toMatchObject({ new: 0, mistakes: [refusal] });
      const added = await create({ ...one, ...within });
      expect(added).toMatchObject(within);
      expect(await send(calls.update, { ...wrong, id: added.id })).toMatchObject({ status: 422, errors: [refusal] });
      const { data } = (await send(calls.exportRows, { format: 'csv' })) as { data: { text: string } | null };
      expect(data?.text).toContain('2001-12-24 ');
      expect((await import_([], { format: 'csv', text: data?.text })).data).toMatchObject({ same: 1 });
      if (works) expect(await works(server, owner)).toBe(false);
      await send(calls.update, { ...one, id: added.id, valid_from: within.valid_from });
      if (works) expect(await works(server, owner)).toBe(true);
    });
  };
  if (calls.isTimed) boundsFact();
}
