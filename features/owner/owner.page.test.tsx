import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { choose, dialog, find, give, press, row, says, saysNot, type, until } from '#testing/pages/acts.ts';
import { callAs, emptyShop, feedHost, openPage, serverUrl } from '#testing/pages/open-page.tsx';
import { addProject, read, signUpNewcomer } from '#e2e/calls.ts';
import { listFeeds } from '#features/data/feeds/feeds.contract.ts';
import { lamps } from '#testing/feeds/feed-host.ts';
import { listProjects, type Project, updateProject } from './projects/projects.contract.ts';

async function asNewcomer(): Promise<{ readonly sessionToken: string }> {
  const { token: sessionToken } = await signUpNewcomer(serverUrl);
  await openPage('/dashboard', { sessionToken });
  return { sessionToken };
}

/** Presses the button, and goes where it leads: to the import of the new project, by loading the page again. */
async function addsProject({ sessionToken }: { readonly sessionToken: string }): Promise<void> {
  await press('Add project');
  const project = await until(async () => {
    const [first] = await read<Project[]>(serverUrl, listProjects.path, sessionToken, '');
    expect(first).toBeDefined();
    return first!;
  });
  const { items } = await callAs({ sessionToken, token: project.token }, listFeeds, {});
  await openPage(`/data/import/edit?id=${items[0]!.id}`, { sessionToken, id: project.id });
}

it('refuses what is no feed, and adds a project although its host is away', async () => {
  const host = await feedHost();
  const person = await asNewcomer();
  await press('Continue');
  await says('Paste the address of a feed, or drop a file.');
  expect((await find('textbox', 'Feed URL')).getAttribute('aria-invalid')).toBe('true');
  await type('Feed URL', 'ftp://shop.example/feed.xml');
  await press('Continue');
  await says('Use an address with http:// or https://.');
  await type('Feed URL', host.put('/page', '<!doctype html><html><body>Shop</body></html>'));
  await press('Continue');
  await says('This is a web page.');
  await type(
    'Feed URL',
    host.reply('/busy.xml', (response) => response.writeHead(503).end()),
  );
  await press('Continue');
  await press('Add project');
  await type('Name', 'Busy shop');
  await choose('Language', 'English');
  await addsProject(person);
  await says('busy or broken');
});

it('asks for the element of an item where it is unclear', async () => {
  const host = await feedHost();
  const person = await asNewcomer();
  const thing = (at: number) => `<thing><code>${at}</code><label>Lamp ${at}</label></thing><other><x>1</x><y>2</y></other>`;
  const xml = `<data>${Array.from({ length: 5 }, (_, at) => thing(at)).join('')}</data>`;
  await type('Feed URL', host.put('/things.xml', xml));
  await press('Continue');
  await press(/^thing/, undefined, 'radio');
  await press('Continue');
  await says('XML · 5 items');
  await type('Name', 'Things');
  await choose('Language', 'English');
  await addsProject(person);
  await says('Imported');
});

it('makes a project of a file, and says which of its items are wrong', async () => {
  const person = await asNewcomer();
  const lines = ['id;name;price', '1;Floor lamp;900', '2;Desk lamp;450', '2;Desk lamp again;450', '3;Chandelier;on request'];
  await give('lamps.csv', lines.join('\n'));
  await says('CSV · 4 items');
  await press('Add project');
  await says('Name is required');
  await type('Name', 'Lamps');
  await says('Choose the language of your texts.');
  await choose('Language', 'English');
  await addsProject(person);
  await says('Imported with problems');
  await press('Error data', undefined, 'link');
  await row('Duplicate item');
  await row(/Chandelier.*on request.*The price is not a number/);
  await type('Search the list', 'request');
  await until(() => expect(screen.getAllByRole('row')).toHaveLength(2));
});

it('says that another project reads the feed already', async () => {
  const host = await feedHost();
  const url = host.put('/twice.ndjson', lamps(3));
  const shop = await emptyShop({ name: 'Reader', data_source: 'custom_feed', feed_url: url });
  await openPage('/owner/projects?dialog=add-project', shop);
  await type('Feed URL', url, dialog('Add project'));
  await press('Continue', dialog('Add project'));
  await says('“Reader” already uses this feed.');
});

it('says which of two projects of one name is open', async () => {
  const first = await emptyShop({ name: 'Twin shop' });
  const second = await addProject(serverUrl, first.sessionToken, { name: 'Twin shop', data_source: 'aisle_api' });
  await openPage('/owner/project', first);
  await press(`Project: Twin shop #${first.id}`);
  await find('menuitem', new RegExp(`#${second.id}`));
  await press('Delete project');
  await dialog(`Delete “Twin shop (#${first.id})”?`);
});

it('copies chosen parts of a project under a new name', async () => {
  const shop = await emptyShop({ name: 'Original' });
  await openPage('/owner/project', shop);
  await press('Copy project…');
  const copying = dialog('Copy “Original”');
  await type('Name of the copy', 'Second shop', copying);
  await press('Users', copying, 'checkbox');
  await press('Copy project', copying);
  await until(async () => {
    const projects = await read<Project[]>(serverUrl, listProjects.path, shop.sessionToken, '');
    expect(projects.map(({ name }) => name)).toContain('Second shop');
  });
});

it('keeps what two people change of a project at once', async () => {
  const shop = await emptyShop({ name: 'Both' });
  await openPage('/owner/project', shop);
  await type('Name', 'Mine');
  await callAs(shop, updateProject, { id: shop.id, name: 'Theirs' });
  await press('Save changes');
  await row(/Name.*Theirs.*Mine/);
  await press('Keep mine on top');
  await says('Saved.');
});

it('rests a project, which says so on its screens, and activates it with one click', async () => {
  const shop = await emptyShop({ name: 'Resting' });
  await openPage('/owner/project', shop);
  await press(/^Active/, undefined, 'switch');
  await press('Save changes');
  await press('Deactivate project', dialog('Deactivate “Resting”?'));
  await says('This project is inactive.');
  await openPage('/dashboard', shop);
  await says('This project is inactive.');
  await press('Activate');
  await says('The project is active.');
  await saysNot('This project is inactive.');
});

it('exports a project, and shows what a changed file would do before it is applied', async () => {
  const shop = await emptyShop();
  const saved = Promise.withResolvers<Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => (saved.resolve(blob as Blob), '#saved'));
  await openPage('/owner/project-file', shop);
  await press('Export project (YAML)');
  const text = await (await saved.promise).text();
  expect(text).toContain('synonyms: []');
  await give('project.yaml', text);
  await says('The project already matches the file.');
  await give('project.yaml', text.replace('synonyms: []', 'synonims: []'));
  await says(/Line \d+, rules\.synonims: .*Use one of: .*synonyms/);
  const renamed = text.replace(/name: .*/, 'name: Renamed by its file');
  await give('project.yaml', renamed.replace('synonyms: []', 'synonyms:\n    - term: sofa\n      synonyms: [couch]'));
  await says('sofa');
  await press('Apply');
  await says(/Applied\. Release \d+ is live\./);
  await until(() => screen.getByLabelText('Project: Renamed by its file'));
});

it('tries a sample shop', async () => {
  const { token: sessionToken } = await signUpNewcomer(serverUrl);
  await openPage('/dashboard', { sessionToken });
  await press('Try a sample shop');
  await until(async () => {
    const [project] = await read<Project[]>(serverUrl, listProjects.path, sessionToken, '');
    const { items } = await callAs({ sessionToken, token: project!.token }, listFeeds, {});
    expect(items[0]?.last_import).toBeTruthy();
  });
});
