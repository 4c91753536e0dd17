import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  countClicks,
  dialog,
  find,
  give,
  main,
  part,
  press,
  pressInRow,
  row,
  rowNow,
  says,
  saysNot,
  textOf,
  type,
  until,
} from '#testing/pages/acts.ts';
import { callAs, emptyShop, newShop, openPage, serverUrl } from '#testing/pages/open-page.tsx';
import { read, send, visitorsOf } from '#e2e/calls.ts';
import { frontEvents } from '#features/front-api/events/events.contract.ts';
import { readItemFigures } from '#features/analytics/statistics/statistics.contract.ts';
import { lamps } from '#testing/feeds/feed-host.ts';
import { listCollections } from '#features/data/collections/collections.contract.ts';
import { saveRelevance } from './relevance-tuning/relevance-tuning.contract.ts';
import { curations } from './curations/curations.contract.ts';
import { fixits } from './fixit/fixit.contract.ts';
import { stopwords } from './stopwords/stopwords.contract.ts';
import { maximumReleaseNameLength } from '#contract/limits.ts';
import { saveBoosts } from './boost-manager/boost-manager.contract.ts';
import { synonyms } from './synonyms/synonyms.contract.ts';

interface Found {
  readonly items: readonly { readonly id: string }[];
  readonly redirect?: string | null;
}
type Shop = Awaited<ReturnType<typeof newShop>>;
const search = (shop: Shop, q: string): Promise<Found> =>
  read(serverUrl, `/front/search?${new URLSearchParams({ token: shop.token, q })}`, shop.sessionToken, shop.token);
const idsOf = async (shop: Shop, q: string): Promise<string[]> => (await search(shop, q)).items.map(({ id }) => id);

/** What is called a lamp is not what is described as one, so weights decide which comes first. */
const described = [
  { id: 'lamp', name: 'Garden lamp', description: 'Stands in the grass.' },
  { id: 'shade', name: 'Shade', description: 'For a lamp.' },
  { id: 'hook', name: 'Hook', description: 'For a lamp, or another lamp.' },
];
const makeLive = () => press('Publish', dialog('Check before publishing'));
const asFeed = (items: readonly object[]): string => items.map((item) => JSON.stringify(item)).join('\n');

it('replaces a query that finds nothing, and says what is wrong with a pattern', async () => {
  const shop = await newShop(lamps(5));
  await openPage('/search-settings/fixit?edit=new&term=samovar', shop);
  const drawer = dialog('Add replacing term');
  await type('Replace with', 'xyzzyqq', drawer);
  await says('Finds nothing', part('region', 'Preview'));
  await type('Replace with', 'lamp', drawer);
  await says('5 items', part('region', 'Preview'));
  await press('Save and publish', drawer);
  await row('samovar');
  expect(await idsOf(shop, 'samovar')).toHaveLength(5);
  await openPage('/developer/query-tester?q=samovar', shop);
  await says('“samovar” was replaced by “lamp”.');
  await press('Open', undefined, 'link');
  const opened = dialog('samovar');
  await type('Query', 'lam(p|b)s?.*', opened);
  await press('Take it as a regular expression', opened);
  await type('Query', '(', opened);
  await says('missing closing )');
  await type('Query', 'lamb', opened);
  await type('Replace with', 'javascript:alert(1)', opened);
  await says('Use an address with http:// or https://.');
});

it('imports rules of another service after showing what they become', async () => {
  const rules = 'laptop =>\n  SYNONYM: notebook\n  UP(10): premium\n"frige tv" =>\n  DELETE: tv\nlap* =>\n  SYNONYM: laptop\n';
  await openPage('/search-settings/fixit', await emptyShop());
  await press('More', main());
  await press('Import from another service', undefined, 'menuitem');
  await give('rules.txt', 'nothing of the kind');
  await says('No rules found.');
  await give('rules.txt', rules);
  await says('SMUI, querqy');
  await row(/Synonyms.*1.*0.*0.*0/);
  await says('Line 6: lap*');
  await says('Line 3: UP(10): premium');
  await press('Import 2 rows');
  await says('2 rows were imported.');
});

it('shows what an unsaved synonym changes for the words typed', async () => {
  const shop = await newShop(lamps(5));
  await openPage('/search-settings/synonyms?edit=new', shop);
  const drawer = dialog('Add synonym');
  await type('Term', 'samovar', drawer);
  const preview = part('region', 'Preview');
  await says('Fill in the term and a synonym to see what changes.', preview);
  await type('Synonyms', 'lamp', drawer, 'Enter');
  await says('5 items', preview);
  await until(() => expect(screen.getAllByText('New')).toHaveLength(5));
  await press('lamp', find('region', 'Preview'));
  await says('nothing changes', preview);
  fireEvent.click(await find('radio', /^One-way/));
  await press('Save and publish', drawer);
  await row('samovar');
  expect(await idsOf(shop, 'samovar')).toHaveLength(5);
});

it('starts with the set of the language, and turns ignored terms on where they act', async () => {
  const shop = await newShop(lamps(5));
  await openPage('/search-settings/stopwords', shop);
  await press(/^Add set “English” · \d+ words$/);
  await row('about');
  await says('Ignored terms are off for all collections.');
  fireEvent.click(await find('switch', /^Use ignored terms in/));
  await says('Collections that ignore these terms');
  await press('Add term');
  await type('Ignored term', 'unknownword');
  const preview = part('region', 'Preview');
  await type('Type a query', 'unknownword lamp', find('region', 'Preview'));
  await says('5 items', preview);
  expect(await callAs(shop, listCollections, {})).toMatchObject([{ force_stopwords: true, need_update: false }]);
});

it('lets ignored terms wait, takes one back, makes the other live, and shows it in queries', async () => {
  const shop = await emptyShop();
  await openPage('/search-settings/stopwords', shop);
  await press('Add term');
  await type('Ignored term', 'with for with', undefined, 'Enter');
  await says('Ignored terms are off for all collections.');
  fireEvent.click(await find('switch', /^Use ignored terms in/));
  await says('Collections that ignore these terms');
  await says(/00:00/, () => rowNow('with'));
  await type('Ignored term', '…', undefined, 'Enter');
  await says(/Search splits this into words|Search needs letters/);
  await press('Changes');
  await press('Withdraw “with”', dialog('Waiting changes'));
  await says('Withdrawn.');
  await press('Publish', dialog('Waiting changes'));
  await makeLive();
  await says(/Customers see 1 change, release \d+/);
  await says('Live', () => rowNow('for'));
  await openPage('/developer/query-tester?q=lamp+for+garden', shop);
  await says('“for” is an ignored term.');
  await press('Open', undefined, 'link');
  await press('Delete', row('for'));
  await press('Delete', find('alertdialog'));
  await says('Removal waits', () => rowNow('for'));
  await press('Keep “for”', row('for'));
  await says('Live', () => rowNow('for'));
});

it('checks again when somebody else saves while the question of the regeneration is open', async () => {
  const shop = await emptyShop();
  await callAs(shop, stopwords.create, { value: 'with' });
  await openPage('/search-settings/stopwords?gate=live', shop);
  await says('No search changes.');
  await callAs(shop, stopwords.create, { value: 'for' });
  await makeLive();
  await says('Somebody saved another change since the check. Check again.');
  await says('No search changes.');
  await makeLive();
  await says(/Customers see 2 changes, release \d+/);
});

it('says on each screen of search settings what is not live, also what others save, and schedules it', async () => {
  const shop = await newShop(lamps(5));
  await openPage('/search-settings/stopwords', shop);
  await says('No ignored terms yet');
  await saysNot(/live yet/);
  await callAs(shop, saveBoosts, { collection_id: shop.collection_id, boosts: [], overrides_relevance: true } as never);
  await callAs(shop, stopwords.create, { value: 'with' });
  fireEvent(document, new Event('visibilitychange'));
  const waits = part('group', "1 change isn't live yet");
  await says(/Goes live at midnight/, () => waits());
  await says('1 more on other screens', () => waits());
  await openPage('/search-settings/synonyms', shop);
  await says('No synonyms yet');
  await saysNot(/live yet/);
  await openPage('/search-settings/boost-manager', shop);
  await press('Publish', find('group', "1 change isn't live yet"));
  const gate = dialog('Check before publishing');
  await says('Goes live: 1 ignored term, 1 advanced boost setting', part('dialog', 'Check before publishing'));
  await type('Name (optional)', 'Black Friday', gate);
  await press('Later', gate, 'radio');
  await type('Date and time', '2026-01-01T00:00', gate);
  await press('Schedule', gate);
  await says('This moment has passed. Choose a later one.');
  await type('Date and time', '2098-11-27T00:00', gate);
  await press('Schedule', gate);
  const planned = find('group', /^“Black Friday” goes live on Thu,\sNov\s27,\s2098,\s00:00$/);
  await saysNot(/live yet/);
  await press('Cancel', planned);
  await press('Cancel release', dialog('Cancel this release?'));
  await says("1 change isn't live yet");
  await press('Publish', find('group', "1 change isn't live yet"));
  await type('Comment (optional)', 'Early', dialog('Check before publishing'));
  await makeLive();
  await says(/Customers see 2 changes/);
  await until(() => expect(part('dialog', 'Check before publishing')()).toBeUndefined());
  await saysNot(/live yet/);
  await openPage('/search-settings/releases', shop);
  await says('Early', () => screen.queryAllByRole('row')[1]);
  await pressInRow(
    'Name and comment',
    until(() => screen.queryAllByRole('row')[1]!),
  );
  await type('Name (optional)', 'x'.repeat(maximumReleaseNameLength + 1));
  await press('Save');
  await says(/at most 60/);
  await type('Name (optional)', 'Cyber Monday');
  await press('Save');
  await says('Cyber Monday', () => screen.queryAllByRole('row')[1]);
});

it('adds and removes a whole set of ignored terms', async () => {
  await openPage('/search-settings/stopwords', await emptyShop({ language: 'cs' }), 'cs');
  await press('Přidat sadu');
  await press(/^čeština/i, undefined, 'menuitem');
  await row('aby');
  await find('group', /^346\s/);
  await press('Zveřejnit', find('group', /^346\s/));
  await press('Zveřejnit', dialog('Kontrola před zveřejněním'));
  await says(/Zákazníci vidí 346 změn/);
});

it('refuses a query that another curation has, and lists a deleted curation until that is live', async () => {
  const shop = await newShop(lamps(5));
  const rows = ['Lamps', 'Lanterns'].map((name, at) => ({
    name,
    queries: [{ query: name.toLowerCase() }, { query: `particularly small ${name.toLowerCase()}`, match: 'contains' }],
    promoted: [{ id: String(at) }, { id: 'gone' }],
    hidden: [{ id: '4' }],
  }));
  await callAs(shop, curations.importRows, { c: shop.collection_id, format: 'json', text: JSON.stringify(rows), dry_run: false });
  await openPage('/search-settings/curations', shop);
  await says(/00:00/, () => rowNow(/^.?Lamps/));
  fireEvent.click(await until(() => screen.getByTitle('Queries of “Lamps”')));
  const queries = await dialog('Queries of “Lamps”');
  const inputs = (): HTMLElement[] => within(queries).getAllByLabelText('Query', { selector: 'input' });
  fireEvent.keyDown(inputs().at(-1)!, { key: 'Enter' });
  await until(() => expect(inputs()).toHaveLength(3));
  fireEvent.change(inputs()[2]!, { target: { value: 'Lantern' } });
  fireEvent.change(within(queries).getAllByLabelText('Match', { selector: 'select' })[2]!, { target: { value: 'is' } });
  await press('Publish at midnight', dialog('Queries of “Lamps”'));
  await says('“Lantern” is already in “Lanterns”.');
  fireEvent.change(inputs()[2]!, { target: { value: 'desk light' } });
  await press('Publish at midnight', dialog('Queries of “Lamps”'));
  await until(() => expect(part('dialog', 'Queries of “Lamps”')()).toBeUndefined());
  await pressInRow('Queries', row(/^.?Lamps/));
  await press('Cancel', dialog('Queries of “Lamps”'));

  await press('Publish', find('group', /changes aren't live yet/));
  await makeLive();
  await says('Items gone', () => rowNow(/^.?Lamps/));
  await pressInRow('Delete', row(/^.?Lamps/));
  await press('Delete', find('alertdialog'));
  await says('Removal waits', () => rowNow(/^.?Lamps/));
  await press('Keep “Lamps”');
  await says('Items gone', () => rowNow(/^.?Lamps/));
});

it('shows that a curation does not act, and what is out of stock', async () => {
  const kettles = ['a', 'b', 'c', 'd', 'e'].map((id, at) => ({
    id,
    name: `Konvice ${id}`,
    availability: at === 1 ? 'out of stock' : 'in stock',
  }));
  const shop = await newShop(asFeed([...kettles, { id: 'hrnek', name: 'Hrnek' }]));
  await callAs(shop, fixits.create, { term: 'teapot', catalog_term: 'konvice', is_regexp: false, is_active: true });
  const body = { c: shop.collection_id, name: 'Pots', queries: [{ query: 'teapot' }], promoted: [{ id: 'b' }], hidden: [] };
  const { id } = await callAs(shop, curations.create, body as never);
  await openPage(`/search-settings/curations/edit?id=${id}`, shop);
  await says('This curation does nothing for “teapot”');
  await says('Another rule acts on this query first.');
  await says('1 promoted item is out of stock.');
  await press('Take out');
  await saysNot('1 promoted item is out of stock.');
  await press(/^Promote “/);
  await press('Publish at midnight');
  await says('Saved. Goes live at midnight.');
  await press('Publish', find('group', /live yet/));
  await makeLive();
  await says(/Customers see/);
});

it('warns before saving of a curation that changes nothing or leaves nothing, and of an ignored term that nobody uses', async () => {
  const shop = await newShop(asFeed(['a', 'b'].map((id) => ({ id, name: `Samovar ${id}` }))));
  await openPage('/search-settings/curations/edit?id=new&query=samovar', shop);
  const name = `Samovar ${(await idsOf(shop, 'samovar'))[0]}`;
  await press(`Promote “${name}”`);
  await says('This changes nothing');
  await says('Visitors see the same items in the same order without it.');
  await press(`Take out “${name}”`);
  await press('Hide “Samovar a”');
  await saysNot('This changes nothing');
  await press('Hide “Samovar b”');
  await says('This leaves queries without results');

  await openPage('/search-settings/stopwords?edit=new', shop);
  await type('Ignored term', 'xyzzyqq');
  await says('Neither visitors nor your items use this word.');
  await type('Ignored term', 'samovar');
  await saysNot('This changes nothing');
});

it('hides a product with its variants, or one variant by its menu', async () => {
  const kettles = ['black', 'red'].map((colour) => ({ id: colour, name: `Kettle ${colour}`, item_group: 'k1' }));
  const shop = await newShop(asFeed([...kettles, { id: 'pot', name: 'Kettle pot', item_group: 'k2' }]));
  await openPage('/search-settings/curations/edit?id=new&query=kettle', shop);
  const clicks = countClicks();
  await press('Hide “Kettle black”');
  const hidden = part('region', 'Hidden');
  await says('Hidden, with its 2 variants', hidden);
  await press('Publish at midnight');
  await press('Publish', find('group', /live yet/));
  await makeLive();
  await says(/Customers see/);
  expect(clicks()).toBe(4);
  expect(await idsOf(shop, 'kettle')).toEqual(['pot']);
  await press('More for “Kettle black”', find('region', 'Hidden'));
  await press('Hide this variant only', undefined, 'menuitem');
  await says('This variant only', hidden);
  await says('Kettle red', part('region', 'Other items found'));
  await press('Publish at midnight');
  await press('Publish', find('group', /live yet/));
  await makeLive();
  await until(async () => expect(await idsOf(shop, 'kettle')).toHaveLength(2));
});

it('shows on each card what visitors did with the item and its variants, after the query or in a category', async () => {
  const kettles = ['black', 'red'].map((colour) => ({ id: colour, name: `Kettle ${colour}`, item_group: 'k1' }));
  const pot = { id: 'pot', name: 'Kettle pot', item_group: 'k2' };
  const shop = await newShop(asFeed([...kettles, pot].map((item) => ({ ...item, category: 'Kitchen' }))));
  const visitors = visitorsOf({ url: serverUrl }, shop.token);
  const { query_id: queryId } = await visitors.search('kettle');
  const did = (type: string, item_id: string, query_id?: string) => ({ type, item_id, ...(query_id && { query_id }) });
  const events = [did('click', 'black', queryId), did('click', 'red', queryId), did('cart', 'red', queryId), did('click', 'red')];
  await send(serverUrl, { method: 'POST', path: `${frontEvents.path}?token=${shop.token}`, body: { visitor: 'v', events } });
  const asked = { c: shop.collection_id, q: 'kettle', ids: ['black'] };
  const counted = [{ item_id: 'black', clicks: 2, carts: 1, purchases: 0 }];
  await until(async () => expect(await callAs(shop, readItemFigures, asked)).toEqual(counted));
  expect(await callAs(shop, readItemFigures, { ...asked, alone: ['black'] })).toMatchObject([{ clicks: 1, carts: 0 }]);
  await openPage('/search-settings/curations/edit?id=new&query=kettle', shop);
  const [found, hidden] = [part('region', 'Other items found'), part('region', 'Hidden')];
  await says('Clicks, carts and sales after “kettle” in 30 days', found);
  await says('2 clicks · 1 in cart', found);
  await says('No clicks', found);
  await press('Hide “Kettle black”');
  await says('2 clicks · 1 in cart', hidden);
  const body = {
    c: shop.collection_id,
    name: 'Kitchen',
    queries: [],
    category: 'Kitchen',
    promoted: [],
    hidden: [{ id: 'black' }],
  };
  const { id } = await callAs(shop, curations.create, body as never);
  await openPage(`/search-settings/curations/edit?id=${id}`, shop);
  await says('3 clicks · 1 in cart', part('region', 'Hidden'));
  await says('Clicks, carts and sales in 30 days', part('region', 'Other items found'));
});

/** 40 lamps of which only the last is in stock, ranked without regard to it. */
async function shopOfLamps() {
  const stock = Array.from({ length: 40 }, (_, at) => ({
    id: `lamp-${10 + at}`,
    name: 'Lamp',
    availability: at === 39 ? 'in_stock' : 'out_of_stock',
  }));
  const shop = await newShop(asFeed(stock));
  expect((await idsOf(shop, 'lamp'))[0]).toBe('lamp-49');
  const off = { collection_id: shop.collection_id, relevant_rate: 70 as const, in_stock_first: false, fields: [] };
  await callAs(shop, saveRelevance, off);
  expect((await idsOf(shop, 'lamp'))[0]).toBe('lamp-10');
  return shop;
}

it('boosts what is in stock in three clicks, and shows beforehand what moves', async () => {
  const shop = await shopOfLamps();
  await openPage('/search-settings/boost-manager?q=lamp', shop);
  const clicks = countClicks();
  await press('Prefer items in stock');
  await says('is “In stock”');
  await find('img', 'Up 39 places, now 1.');
  expect(screen.queryByRole('button', { name: 'Prefer items in stock' })).toBeNull();
  await says('1 change not saved');
  expect((await idsOf(shop, 'lamp'))[0]).toBe('lamp-10');
  await press('Save and publish');
  await makeLive();
  await says(/Customers see 1 change/);
  expect(clicks()).toBe(3);
  expect((await idsOf(shop, 'lamp'))[0]).toBe('lamp-49');
});

it('previews a boost while it is typed, and leaves its form by Escape in a field', async () => {
  const shop = await shopOfLamps();
  await openPage('/search-settings/boost-manager?q=lamp', shop);
  await press('Prefer items in stock');
  await says('Left');
  await press(/Availability.*“In stock”/, main());
  const form = find('region', 'Availability is “In stock”');
  await type('Boost', '-1', form, 'Tab');
  await press('Apply', form);
  await says('Enter a number above 0, at most 1,000,000.');
  await type('Boost', '0.5', form, 'Tab');
  await saysNot('Left');
  await type('Boost', '2', form, 'Tab');
  fireEvent.keyDown(within(await form).getByRole('textbox', { name: 'Boost' }), { key: 'Escape' });
  await find('button', 'Add boost');
});

it('tries weights, publishes them and restores the defaults', async () => {
  const shop = await newShop(asFeed(described));
  expect((await idsOf(shop, 'lamp'))[0]).toBe('lamp');
  await openPage('/search-settings/relevance-tuning?q=lamp', shop);
  const weigh = (name: string, weight: string) => type(`Weight of ${name}`, weight, undefined, 'Tab');
  await weigh('Description', '10');
  await weigh('Name', '-1');
  await says('Correct the marked numbers first.');
  await weigh('Name', '0.1');
  await find('img', /^Down \d+ places?/);
  await press('Save and publish');
  await says(/Live now\./);
  expect((await idsOf(shop, 'lamp')).at(-1)).toBe('lamp');
  await press('Restore defaults');
  await press('Restore defaults', dialog('Restore defaults?'));
  await press('Save and publish');
  await until(async () => expect((await idsOf(shop, 'lamp'))[0]).toBe('lamp'));
});

const firstRelease = (): HTMLElement => within(screen.queryAllByRole('row')[1]!).getAllByRole('link')[0]!;

it('undoes one rule, but not when another release went live since the question', async () => {
  const shop = await emptyShop();
  const add = (term: string) => callAs(shop, synonyms.create, { term, synonyms: ['thing'] } as never);
  await add('first one');
  await openPage('/search-settings/releases', shop);
  fireEvent.click(await until(firstRelease));
  await press('Undo');
  await add('second one');
  const question = dialog('Undo the change of “first one”?');
  await says('This takes “first one” out of live search. Later changes stay.', part('dialog', 'Undo the change of “first one”?'));
  await press('Undo', question);
  await says('Another release has gone live since.');
  await press('Undo');
  await press('Undo', dialog('Undo the change of “first one”?'));
  await says('Restored. Live now');
  const { items } = await callAs(shop, synonyms.list, {} as never);
  expect(items.map(({ term }) => term)).toEqual(['second one']);
  await openPage('/search-settings/releases', shop);
  await says('undid 1 synonym of release 2', () => screen.queryAllByRole('row')[1]);
});

it('restores the release before a change, and tries a query as of another release', async () => {
  const shop = await newShop(lamps(5));
  await callAs(shop, synonyms.create, { term: 'zqxmitts', synonyms: ['lamp'] } as never);
  expect(await idsOf(shop, 'zqxmitts')).toHaveLength(5);
  await openPage('/search-settings/releases', shop);
  const number = Number(textOf(await until(firstRelease)));
  await openPage(`/search-settings/releases?release=${number}`, shop);
  await says('“zqxmitts” and “lamp” find each other.');
  await openPage(`/search-settings/releases?release=${number - 1}`, shop);
  const yes = `Restore release ${number - 1}`;
  await press(yes);
  await press(yes, dialog(`${yes}?`));
  await says(`Release ${number - 1} restored as release ${number + 1}.`);
  expect(await idsOf(shop, 'zqxmitts')).toHaveLength(0);
  await openPage(`/search-settings/releases?release=${number}&with=${number + 1}`, shop);
  await press(`Try a query with release ${number}`, undefined, 'link');
  await type('Type a query', 'zqxmitts');
  await says('5 results');
  await says(/lamp/i, part('region', `Search as of release ${number}`));
});

it('pins an item to a place, and promotes in a category', async () => {
  const wear = ['a', 'b', 'c', 'd'].map((id) => ({ id, name: `Hat ${id}`, category: 'Wear > Hats' }));
  const shop = await newShop(asFeed(wear));
  await openPage('/search-settings/curations/edit?id=new', shop);
  await press('Category', undefined, 'radio');
  fireEvent.click(await until(() => screen.getByRole('combobox', { name: 'Category' })));
  await press(/^Wear › Hats/, undefined, 'option');
  await says('Hat d');
  await press('More for “Hat d”');
  await press('Pin to a place', undefined, 'menuitem');
  await type('Place in the results', '2', dialog('Pin “Hat d”'));
  await press('Pin', dialog('Pin “Hat d”'));
  await press('Hide “Hat a”');
  await press('Publish at midnight');
  await says('Saved. Goes live at midnight.');
  const { items } = await callAs(shop, curations.list, { c: shop.collection_id });
  expect(items).toMatchObject([
    { name: 'Hats', category: 'Wear > Hats', queries: [], promoted: [{ id: 'd', position: 2 }], hidden: [{ id: 'a' }] },
  ]);
});
