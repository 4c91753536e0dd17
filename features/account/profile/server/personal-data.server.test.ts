import { beforeEach, describe, expect, test } from 'vitest';
import { login } from '#features/account/account.contract.ts';
import {
  changePassword,
  cancelEmailChange,
  changeUserData,
  confirmEmail,
  mailEmailChangeAgain,
  maximumPictureBytes,
  readUserData,
} from '#features/account/profile/profile.contract.ts';
import { awaitedLetters, mailedToken } from '#testing/letters.ts';
import { testPassword, type Actor } from '#testing/test-app.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { pictureSize } from './personal-data.server.ts';

const server = await sharedServer();
beforeEach(() => server.app.db.deleteFrom('attempt').execute());

const details = {
  company_name: 'Lamps & Co.',
  job: 'Merchandiser',
  phone: '+420 123/456-789',
  company_site: 'https://lamps.example',
};
const dataOf = (email: string) => ({ name: 'Eva', surname: 'Nová', email, ...details });
const read = async (actor: Actor) => (await server.call(actor, readUserData, {})).data;
const change = (actor: Actor, email: string, changes: object = {}) =>
  server.call(actor, changeUserData, { ...dataOf(email), ...changes });
const signIn = async (email: string): Promise<number> => (await server.call({}, login, { email, password: testPassword })).status;

describe('details', () => {
  test('are kept as they were sent, and rights in the body have no effect', async () => {
    const eva = await server.signUp('eva@personal-data.example');
    const more = { is_admin: true, is_owner: true, user_groups: [{ id: 5 }], id: 1 };
    expect((await change(eva, 'eva@personal-data.example', more)).status).toBe(200);
    expect(await read(eva)).toMatchObject({
      ...dataOf('eva@personal-data.example'),
      is_admin: false,
      user_groups: [],
      photo: null,
      new_email: null,
    });
  });

  test.each([
    ['name', '', 'required'],
    ['surname', 'www.evil.example', 'webAddressInName'],
    ['email', 'eva', 'notValid'],
    ['email', 'a@personal-data.example\r\nBcc: b@personal-data.example', 'notValid'],
    ['phone', '<script>', 'notValid'],
    ['phone', '1'.repeat(41), 'maximumLength'],
    ['company_site', 'javascript:alert(1)', 'notValid'],
    ['job', 'x'.repeat(201), 'maximumLength'],
  ])('%s is refused as %j, and nothing is changed', async (field, value, code) => {
    const email = `refused${Math.random()}@personal-data.example`;
    const someone = await server.signUp(email);
    const before = await read(someone);
    expect((await change(someone, email, { [field]: value })).errors).toMatchObject([{ field, code }]);
    expect(await read(someone)).toEqual(before);
  });
});

test('refuses personal data that is based on an older version', async () => {
  const email = 'two-tabs@personal-data.example';
  const someone = await server.signUp(email);
  const { version } = (await read(someone))!;
  const saves = await Promise.all(['1', '2', '3'].map((phone) => change(someone, email, { version, phone })));
  expect(saves.filter(({ status }) => status === 200)).toHaveLength(1);
  const late = saves.find(({ status }) => status === 409)!;
  expect(late.errors).toMatchObject([{ code: 'changedMeanwhile', parameters: { person: 'Eva Nová' } }]);
  const newest = (await read(someone))!.version;
  expect((await change(someone, email, { version: newest, phone: '4' })).status).toBe(200);
});

describe('a picture', () => {
  /** A PNG's header, which is as far as the server reads. */
  const picture = (side: number, bytes = 100): Buffer => {
    const header = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000', 'hex');
    header.writeUInt32BE(side, 16);
    header.writeUInt32BE(side, 20);
    return Buffer.concat([header, Buffer.alloc(bytes)]);
  };
  const png = (bytes: Buffer): string => `data:image/png;base64,${bytes.toString('base64')}`;

  test('is stored as sent, stays while other things change, and is removed by null', async () => {
    const email = 'picture@personal-data.example';
    const someone = await server.signUp(email);
    const photo = png(picture(1024));
    await change(someone, email, { photo });
    await change(someone, email);
    await change(someone, email, { photo });
    expect((await read(someone))?.photo).toBe(photo);
    await change(someone, email, { photo: null });
    expect((await read(someone))?.photo).toBeNull();
  });

  test.each([
    ['WebP', 'data:image/webp;base64,UklGRg==', 'noPicture'],
    ['SVG', `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`, 'noPicture'],
    ['a page that is called a PNG', png(Buffer.from('<script>alert(1)</script>')), 'noPicture'],
    ['an address elsewhere', 'https://evil.example/me.png', 'noPicture'],
    ['too many pixels', png(picture(1025)), 'pictureNotScaled'],
    ['four billion pixels', png(picture(65_000)), 'pictureNotScaled'],
    ['too many bytes', png(picture(160, maximumPictureBytes)), 'pictureNotScaled'],
    ['more than a request may have', png(picture(160, maximumPictureBytes + 1000)), 'pictureNotScaled'],
  ])('is refused as %s', async (_what, photo, code) => {
    const email = `photo${Math.random()}@personal-data.example`;
    const someone = await server.signUp(email);
    expect((await change(someone, email, { photo })).errors).toMatchObject([{ field: 'photo', code }]);
    expect((await read(someone))?.photo).toBeNull();
  });
});

describe('another e-mail address', () => {
  test('holds once the mailed link was opened, and the old one is told', async () => {
    const someone = await server.signUp('old@personal-data.example');
    expect((await change(someone, 'new@personal-data.example')).data).toMatchObject({
      email: 'old@personal-data.example',
      new_email: 'new@personal-data.example',
    });
    expect((await awaitedLetters(server.dataDirectory, 'old@personal-data.example'))[0]).toContain('new@personal-data.example');
    const token = await mailedToken(server.dataDirectory, 'new@personal-data.example');
    expect([await signIn('old@personal-data.example'), await signIn('new@personal-data.example')]).toEqual([200, 401]);
    const answers = await Promise.all(Array.from({ length: 100 }, () => server.call({}, confirmEmail, { token })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect([await signIn('old@personal-data.example'), await signIn('new@personal-data.example')]).toEqual([401, 200]);
    expect(await read(someone)).toMatchObject({ email: 'new@personal-data.example', new_email: null });
  });

  test('is not taken where somebody has it, also when they got it meanwhile', async () => {
    const someone = await server.signUp('wants@personal-data.example');
    expect((await change(someone, server.admin.email)).errors).toMatchObject([{ field: 'email', code: 'alreadyUsed' }]);
    await change(someone, 'later@personal-data.example');
    const token = await mailedToken(server.dataDirectory, 'later@personal-data.example');
    await server.signUp('later@personal-data.example');
    expect((await server.call({}, confirmEmail, { token })).status).toBe(409);
    expect((await read(someone))?.email).toBe('wants@personal-data.example');
  });

  test('is mailed another link, after which the first opens nothing, and is given up', async () => {
    const someone = await server.signUp('again@personal-data.example');
    expect((await server.call(someone, mailEmailChangeAgain, {})).status).toBe(404);
    await change(someone, 'once@personal-data.example');
    const first = await mailedToken(server.dataDirectory, 'once@personal-data.example');
    expect((await server.call(someone, mailEmailChangeAgain, {})).status).toBe(200);
    const letters = () => awaitedLetters(server.dataDirectory, 'once@personal-data.example');
    await expect.poll(async () => (await letters()).length).toBe(2);
    expect((await server.call({}, confirmEmail, { token: first })).status).toBe(404);
    expect(await read(someone)).toMatchObject({ email: 'again@personal-data.example', new_email: 'once@personal-data.example' });
    await server.call(someone, cancelEmailChange, {});
    expect(await read(someone)).toMatchObject({ email: 'again@personal-data.example', new_email: null });
  });

  test('is given up by saving the old one, or by a new password', async () => {
    const someone = await server.signUp('stays@personal-data.example');
    await change(someone, 'first@personal-data.example');
    const first = await mailedToken(server.dataDirectory, 'first@personal-data.example');
    await change(someone, 'stays@personal-data.example');
    await change(someone, 'second@personal-data.example');
    const second = await mailedToken(server.dataDirectory, 'second@personal-data.example');
    const new_password = 'Battery-Staple-8';
    await server.call(someone, changePassword, { password: testPassword, new_password, new_password_confirmation: new_password });
    for (const token of [first, second]) expect((await server.call({}, confirmEmail, { token })).status).toBe(404);
    expect(await read(someone)).toMatchObject({ email: 'stays@personal-data.example', new_email: null });
  });
});

const pngStart = Buffer.from('89504e470d0a1a0a', 'hex');
function png(width: number, height: number): Buffer {
  const header = Buffer.from('0000000d49484452000000000000000008020000000000000000', 'hex');
  header.writeUInt32BE(width, 8);
  header.writeUInt32BE(height, 12);
  return Buffer.concat([pngStart, header]);
}
function jpeg(width: number, height: number, before = ''): Buffer {
  const frame = Buffer.from('ffc2001108000000000301220002110103110100', 'hex');
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from(`ffd8ffe000104a46494600010100000100010000${before}`, 'hex'), frame]);
}

test.each([
  ['a PNG', png(160, 90)],
  ['a PNG of hostile size', png(2 ** 31, 90), 2 ** 31],
  ['a JPEG', jpeg(160, 90)],
  ['a JPEG with a table before its frame', jpeg(160, 90, 'ffc40004aabb')],
])('reads the size of %s', (_what, bytes, width = 160) => expect(pictureSize(bytes)).toEqual({ width, height: 90 }));

describe('is null for', () => {
  test.each([
    ['no bytes', Buffer.alloc(0)],
    ['a page that begins as a PNG', Buffer.concat([pngStart, Buffer.from('<script>alert(1)</script>')])],
    ['a PNG cut off in its header', png(160, 90).subarray(0, 20)],
    ['a JPEG cut off before its frame', jpeg(160, 90).subarray(0, 24)],
    ['a JPEG with an empty segment', Buffer.from(`ffd8${'ffe00000'.repeat(9)}`, 'hex')],
  ])('%s', (_what, bytes) => expect(pictureSize(bytes)).toBeNull());
});
