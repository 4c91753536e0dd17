import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAt } from '#ui/test-frame.tsx';
import { QueryTrace } from './query-trace.tsx';

it('a curation is told by its name, as the query stays what it is', async () => {
  const trace = [
    { step: 'fixit', before: 'kettel', after: 'kettle' },
    { step: 'curations', before: 'kettle', after: 'Winter offer', rows: [{ source: 'curations', id: 1, name: 'Winter offer' }] },
  ];
  await renderAt('/', () => <QueryTrace trace={trace} turnOff={() => {}} />);
  const steps = await screen.findAllByRole('listitem');
  expect(steps.map(({ textContent }) => textContent)).toEqual(['Query replacedkettel  kettle', 'CurationWinter offerTurn off']);
});
