import { MantineProvider, TextInput } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import * as z from 'zod/mini';
import { expect, it, vi } from 'vitest';
import { errorText, type Problem } from '#contract/errors.ts';
import { Email, requiredText } from '#contract/fields.ts';
import { CallError, noAnswer } from '#ui/calls/api.ts';
import { noteSaving } from '#ui/calls/saving.ts';
import { RecordForm } from './form.tsx';

const Person = z.object({ name: requiredText(), email: Email });
type Person = z.output<typeof Person>;

function show(save: (values: Person) => Promise<void>, onSaved = () => {}, waitReason?: string) {
  render(
    <MantineProvider env="test">
      <RecordForm
        schema={Person}
        initial={{ name: '', email: '' }}
        names={{ name: 'Full name', email: 'E-mail' }}
        save={save}
        onSaved={onSaved}
        saveLabel="Add person"
        waitReason={waitReason}
      >
        {(form) => (
          <>
            <TextInput {...form.field('name')} />
            <TextInput {...form.field('email')} />
          </>
        )}
      </RecordForm>
    </MantineProvider>,
  );
}

const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Add person' }));
const problem = (field: string, code: Problem['code']): Problem => ({ field, code, message: errorText(code) });

it('an empty field says so under its own name and takes the focus, and nothing is sent', async () => {
  const save = vi.fn(async () => {});
  show(save);
  submit();
  expect(await screen.findByText('Full name is required')).toBeTruthy();
  expect(screen.getByText('E-mail is required')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Full name'));
  expect(save).not.toHaveBeenCalled();
});

it('what is sent is as the contract parses it', async () => {
  const save = vi.fn(async () => {});
  const onSaved = vi.fn();
  show(save, onSaved);
  write('Full name', '  Jana ');
  write('E-mail', 'JANA@example.com');
  submit();
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  const sent = { name: 'Jana', email: 'jana@example.com' };
  expect(save).toHaveBeenCalledWith(sent, sent);
});

it('a problem that the server has with a field stays until its value is another one', async () => {
  const save = vi.fn(() => Promise.reject(new CallError(422, [problem('email', 'notValid')])));
  show(save);
  write('Full name', 'Jana');
  write('E-mail', 'jana@example.com');
  submit();
  const isPublic = () => screen.queryByText('E-mail is not valid') !== null;
  await waitFor(() => expect(isPublic()).toBe(true));
  fireEvent.blur(screen.getByLabelText('E-mail'));
  expect(isPublic()).toBe(true);
  write('E-mail', 'jan@example.com');
  fireEvent.blur(screen.getByLabelText('E-mail'));
  expect(isPublic()).toBe(false);
  write('E-mail', 'jana@example.com');
  submit();
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
});

it('leaving a field by a press says what is wrong with it once the press is over, so that nothing moves under the pointer', async () => {
  show(async () => {});
  submit();
  write('E-mail', 'jana');
  fireEvent.pointerDown(document.body);
  fireEvent.blur(screen.getByLabelText('E-mail'));
  expect(screen.queryByText('E-mail is not valid')).toBeNull();
  fireEvent.pointerUp(document.body);
  expect(await screen.findByText('E-mail is not valid')).toBeTruthy();
});

it('why a save was refused stays while it is tried again, so that a double click meets the button twice', async () => {
  const answers = [Promise.reject(new CallError(401, [problem('', 'loginIncorrect')])), Promise.withResolvers<void>()] as const;
  const save = vi.fn().mockReturnValueOnce(answers[0]).mockReturnValueOnce(answers[1].promise);
  show(save);
  write('Full name', 'Jana');
  write('E-mail', 'jana@example.com');
  submit();
  await screen.findByRole('alert');
  submit();
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  expect(screen.queryByRole('alert')).not.toBeNull();
  await act(async () => answers[1].resolve());
  expect(screen.queryByRole('alert')).toBeNull();
});

it('what is wrong before anybody saves stands at its field, once, until it is right', () => {
  render(
    <MantineProvider env="test">
      <RecordForm
        schema={Person}
        initial={{ name: 'Jana', email: '' }}
        names={{ name: 'Full name', email: 'E-mail' }}
        save={async () => {}}
        saveLabel="Add person"
      >
        {(form) => (
          <>
            <TextInput {...form.field('name')} />
            <TextInput {...form.field('email')} />
            <button type="button" onClick={() => form.note([problem('name', 'fieldNotValid'), problem('', 'internal')])}>
              wrong
            </button>
            <button type="button" onClick={() => form.note([])}>
              right
            </button>
          </>
        )}
      </RecordForm>
    </MantineProvider>,
  );
  const isWrong = (label: string) => screen.getByLabelText(label).getAttribute('aria-invalid') === 'true';
  fireEvent.click(screen.getByText('wrong'));
  expect(screen.getAllByText('Field is not valid')).toHaveLength(1);
  expect([isWrong('Full name'), isWrong('E-mail')]).toEqual([true, false]);
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.click(screen.getByText('right'));
  expect(isWrong('Full name')).toBe(false);
  submit();
  fireEvent.click(screen.getByText('right'));
  expect(isWrong('E-mail')).toBe(true);
});

it('a lost connection is told in the form, which keeps what was written', async () => {
  show(() => Promise.reject(noAnswer({ method: 'PUT', needs: 'access' })));
  write('Full name', 'Jana');
  write('E-mail', 'jana@example.com');
  submit();
  expect((await screen.findByRole('alert')).textContent).toBe('No connection to the server. Nothing was saved.');
  expect((screen.getByLabelText('Full name') as HTMLInputElement).value).toBe('Jana');
});

it('a form that has to wait sends nothing, by click or Enter, and says why', () => {
  const save = vi.fn(async () => {});
  show(save, undefined, 'The photo is still uploading.');
  write('Full name', 'Jana');
  write('E-mail', 'jana@example.com');
  const button = screen.getByRole('button', { name: 'Add person' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  submit();
  fireEvent.submit(screen.getByLabelText('E-mail').closest('form') as HTMLFormElement);
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'The photo is still uploading.',
  );
  expect(save).not.toHaveBeenCalled();
});

it('while the server saves nothing, the button says so and waits', async () => {
  const save = vi.fn(async () => {});
  show(save);
  const button = screen.getByRole('button', { name: 'Add person' });
  try {
    act(() => noteSaving('off'));
    expect(button.getAttribute('aria-disabled')).toBe('true');
    fireEvent.submit(screen.getByLabelText('E-mail').closest('form') as HTMLFormElement);
    expect(save).not.toHaveBeenCalled();
    expect(screen.getByRole('status').textContent).toContain('Nothing can be saved');
  } finally {
    act(() => noteSaving(null));
  }
  expect(button.getAttribute('aria-disabled')).toBeNull();
});
