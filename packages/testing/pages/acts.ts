import { fireEvent, screen, within } from '@testing-library/react';

type Name = string | RegExp;
type Place = HTMLElement | Promise<HTMLElement>;

export const textOf = (part: Element | null | undefined): string => (part?.textContent ?? '').replaceAll('\u00A0', ' ');

/** A busy machine must not fail a test. */
export const patience = 120_000;

/** One observer for all waits: happy-dom reports every change to each. */
const changes = new EventTarget();
new MutationObserver(() => changes.dispatchEvent(new Event('change'))).observe(document, {
  subtree: true,
  childList: true,
  attributes: true,
  characterData: true,
});
const togetherMilliseconds = 10;
/** For changes outside the DOM. */
const sometimesMilliseconds = 100;

const change = (): Promise<void> =>
  new Promise((resolve) => {
    const soon = (): void => {
      clearTimeout(timer);
      setTimeout(resolve, togetherMilliseconds);
    };
    const timer = setTimeout(() => {
      changes.removeEventListener('change', soon);
      resolve();
    }, sometimesMilliseconds);
    changes.addEventListener('change', soon, { once: true });
  });

/** Polls until `look` doesn't throw. */
export async function until<T>(look: () => T | Promise<T>, milliseconds = patience): Promise<T> {
  const endsAt = performance.now() + milliseconds;
  for (;;) {
    const changed = change();
    try {
      return await look();
    } catch (error) {
      // Points at the waiting line of the test.
      if (performance.now() > endsAt) throw new Error((error as Error).message, { cause: error });
    }
    await changed;
  }
}

/** With any white space between words. */
const exactly = (name: Name): RegExp =>
  typeof name === 'string' ? new RegExp(`^${RegExp.escape(name).replaceAll(String.raw`\x20`, String.raw`\s`)}$`) : name;

export const find = async (role: string, name: Name = /(?:)/, place?: Place): Promise<HTMLElement> => {
  const inside = place ? within(await place) : screen;
  return until(() => inside.queryAllByRole(role, { name: exactly(name) })[0] ?? fail(`no ${role} “${name}”`));
};

export const part = (role: string, name: Name) => (): HTMLElement | undefined =>
  screen.queryAllByRole(role, { name: exactly(name) })[0];

export const dialog = (name: Name): Promise<HTMLElement> => find('dialog', name);
export const closed = (name: Name): Promise<void> =>
  until(() => {
    if (part('dialog', name)()) fail(`a dialog “${name}”`);
  });

export const main = (): Promise<HTMLElement> => until(() => document.querySelector('main') ?? fail('no screen'));

export async function press(name: Name, place?: Place, role = 'button'): Promise<void> {
  const button = await find(role, name, place);
  await until(() => {
    if (button.matches(':disabled, [aria-disabled=true]')) throw new Error(`“${name}” can't be pressed.`);
  });
  fireEvent.click(button);
}

/** Returns how often the user has clicked since. */
export function countClicks(): () => number {
  let count = 0;
  document.addEventListener('click', () => (count += 1), true);
  return () => count;
}

/** Also behind *More*. */
export async function pressInRow(name: Name, row: Place): Promise<void> {
  const button = within(await row).queryByRole('button', { name: exactly(name) });
  if (button) return void fireEvent.click(button);
  await press('More', row);
  await press(name, undefined, 'menuitem');
}

const fieldOf = async (label: Name, place?: Place): Promise<HTMLInputElement> => {
  const inside = place ? within(await place) : screen;
  const selector = 'input, select, textarea';
  return until(() => inside.getAllByLabelText<HTMLInputElement>(exactly(label), { selector })[0]!);
};

/** Tab leaves the field. */
export async function type(label: Name, text: string, place?: Place, key?: 'Enter' | 'Tab'): Promise<void> {
  const field = await fieldOf(label, place);
  field.focus();
  fireEvent.change(field, { target: { value: text } });
  // happy-dom doesn't submit on Enter.
  if (key === 'Enter' && fireEvent.keyDown(field, { key, code: key })) field.form?.requestSubmit();
  if (key === 'Tab') field.blur();
}

export async function choose(label: Name, option: Name, place?: Place): Promise<void> {
  const field = await fieldOf(label, place);
  if (field.tagName !== 'SELECT') {
    fireEvent.click(field);
    return press(option, undefined, 'option');
  }
  const choice = (await find('option', option, Promise.resolve(field))) as HTMLOptionElement;
  fireEvent.change(field, { target: { value: choice.value } });
}

const optionsMilliseconds = 3_000;

/** Text typed before the field is ready is lost, so it is repeated. */
export const pick = (label: Name, text: string, option: Name, place?: Place): Promise<void> =>
  until(async () => {
    await type(label, '', place);
    await type(label, text, place);
    const proposed = () => part('option', option)() ?? fail(`no option “${option}”`);
    fireEvent.click(await until(proposed, optionsMilliseconds));
  });

export async function give(name: string, text: string, place?: Place): Promise<void> {
  const inside = (await place) ?? document.body;
  const input = await until(() => inside.querySelector<HTMLInputElement>('input[type=file]') ?? fail('no field for files'));
  fireEvent.change(input, { target: { files: [new File([text], name)] } });
}

export const valueOf = async (label: Name, place?: Place): Promise<string> => (await fieldOf(label, place)).value;

export const row = (words: Name): Promise<HTMLElement> => until(() => rowNow(words) ?? fail(`no row “${words}”`));
export const rowNow = (words: Name): HTMLElement | undefined => screen.queryAllByRole('row').find((one) => holds(one, words));
export const noRow = (words: Name): Promise<void> =>
  until(() => {
    if (rowNow(words)) fail(`a row “${words}”`);
  });

const holds = (part: Element | null | undefined, words: Name): boolean =>
  typeof words === 'string' ? textOf(part).includes(words) : words.test(textOf(part));
const fail = (message: string): never => {
  throw new Error(message);
};

type Part = () => Element | null | undefined;
const whole: Part = () => document.body;
const shown = (part: Part): string =>
  textOf(part === whole ? (document.querySelector('[role=dialog]') ?? document.querySelector('main')) : part());

export const says = (words: Name, part: Part = whole): Promise<void> =>
  until(() => void (holds(part(), words) || fail(`“${words}” is not in: ${shown(part)}`)));
export const saysNot = (words: Name, part: Part = whole): Promise<void> =>
  until(() => void (holds(part(), words) && fail(`“${words}” is in: ${shown(part)}`)));
