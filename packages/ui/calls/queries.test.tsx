import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import * as z from 'zod/mini';
import { expect, it, vi } from 'vitest';
import { endpoint } from '#contract/endpoint.ts';
import { beginTab } from '#ui/state/tab.ts';
import { createQueryClient, useAction } from './queries.ts';

const addShop = endpoint('POST /api/shop', {
  needs: 'user',
  summary: 'Adds a shop',
  input: z.object({ name: z.string() }),
  output: z.object({ id: z.number() }),
});

function Buttons({ added }: { readonly added: () => void }) {
  const add = useAction(addShop);
  return ['toys', 'tea'].map((name) => (
    <button key={name} type="button" onClick={() => add.mutate({ name }, { onSuccess: added })}>
      {name}
    </button>
  ));
}

it('a double click begins what a button does once, other buttons go on, and afterwards it can be done again', async () => {
  const answers: (() => void)[] = [];
  const ask = vi.fn<typeof fetch>(async () => {
    await new Promise<void>((answer) => answers.push(answer));
    return new Response(JSON.stringify({ err: 0, msg: '', data: { id: 1 }, errors: [] }));
  });
  vi.stubGlobal('fetch', ask);
  beginTab();
  const added = vi.fn();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>
        <Buttons added={added} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  const answer = () => act(async () => answers.splice(0).forEach((one) => one()));
  click('toys');
  click('toys');
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
  click('tea');
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
  await answer();
  await waitFor(() => expect(added).toHaveBeenCalled());
  click('toys');
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(3));
  await answer();
});
