import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, to } from '#ui/test-calls.ts';
import { renderAt } from '#ui/test-frame.tsx';
import { synonyms } from './synonyms.contract.ts';
import { dismissProposedSynonym, listProposedSynonyms } from './proposed-synonyms.contract.ts';
import { ProposedSynonyms } from './proposed-synonyms.panel.tsx';

const boots = { id: 7, term: 'galoshes', synonym: 'boots', synonym_type_id: 2 as const, visitors: 12, items: 4 };
const mug = { ...boots, id: 8, term: 'beaker', synonym: 'mug', synonym_type_id: 1 as const };

async function open(items = [boots, mug]) {
  const calls = answerCalls(
    to(listProposedSynonyms, { items }),
    to(dismissProposedSynonym, { changed: 1 }),
    to(synonyms.create, { id: 1 } as never),
  );
  await renderAt('/', () => (
    <>
      <ProposedSynonyms />
      <p>End</p>
    </>
  ));
  return calls;
}
const proposal = (name: string) => screen.findByRole('group', { name });

it('shows who searched and chose, and adds or dismisses with one click', async () => {
  const { askedOf } = await open();
  expect((await proposal('galoshes → boots')).textContent).toContain(
    '12 visitors searched “boots” after “galoshes”, which finds nothing, and chose an item.',
  );
  expect((await proposal('beaker → mug')).textContent).toContain(
    '12 visitors searched “mug” after “beaker”. After both, visitors choose the same items (4).',
  );
  fireEvent.click(within(await proposal('galoshes → boots')).getByRole('button', { name: 'Add synonym' }));
  await waitFor(() =>
    expect(askedOf(synonyms.create)).toMatchObject([{ term: 'galoshes', synonym_type_id: 2, synonyms: ['boots'] }]),
  );
  fireEvent.click(within(await proposal('beaker → mug')).getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(askedOf(dismissProposedSynonym)).toMatchObject([{ id: 8 }]));
  const edit = within(await proposal('beaker → mug')).getByRole('link', { name: 'Edit' });
  expect(edit.getAttribute('href')).toMatch(/\/search-settings\/synonyms\?.*edit=new.*term=beaker.*synonyms=mug/);
});

it('is not there without proposals', async () => {
  const { askedOf } = await open([]);
  await waitFor(() => expect(askedOf(listProposedSynonyms)).toHaveLength(1));
  expect(screen.queryByText('Proposed synonyms')).toBeNull();
});
