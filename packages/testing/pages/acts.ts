import { fireEvent, screen, within } from '@testing-library/react';

type Name = string | RegExp;
type Place = HTMLElement | Promise<HTMLElement>;

/** What a person sees of these: the console puts hard spaces where a line must not end. */
export const textOf = (part: Element | null | undefined): string => (part?.textContent ?? '').replaceAll('\u00A0', ' ');

/** Screens wait for the server, and for what is typed to be searched. Nothing fails only because a machine is busy. */
export const patience = 120_000;

/** One for all that waits: happy-dom would tell every element of the page of each. */
const changes = new EventTarget();
new MutationObserver(() => changes.dispatchEvent(new Event('change'))).observe(document, {
  subtree: true,
  childList: true,
  attributes: true,
  characterData: true,
});
/** One change of the page seldom comes alone. */
const togetherMilliseconds = 10;
/** What the page doesn't show changes, too. */
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

/** Waits until something doesn't throw any more, and answers it. */
export async function until<T>(look: () => T | Promise<T>, milliseconds = patience): Promise<T> {
  const endsAt = performance.now() + milliseconds;
  for (;;) {
    const changed = change();
    try {
      return await look();
    } catch (error) {
      // With the line of the test that waited.
      if (performance.now() > endsAt) throw new Error((error as Error).message, { cause: error });
    }
    await changed;
  }
}

/** Exactly these words, with any kind of space between them. */
const exactly = (name: Name): RegExp =>
  typeof name === 'string' ? new RegExp(`^${RegExp.escape(name).replaceAll(String.raw`\x20`, String.raw`\s`)}$`) : name;

/** Waits for a part of the page by its role and name. */
export const find = async (role: string, name: Name = /(?:)/, place?: Place): Promise<HTMLElement> => {
  const inside = place ? within(await place) : screen;
  return until(() => inside.queryAllByRole(role, { name: exactly(name) })[0] ?? fail(`no ${role} “${name}”`));
};

/** A part of the page as it is now, by its role and name; undefined where there is none. */
export const part = (role: string, name: Name) => (): HTMLElement | undefined =>
  screen.queryAllByRole(role, { name: exactly(name) })[0];

export const dialog = (name: Name): Promise<HTMLElement> => find('dialog', name);
/** Waits until a dialog is gone, as it is once what it holds is saved. */
export const closed = (name: Name): Promise<void> =>
  until(() => {
    if (part('dialog', name)()) fail(`a dialog “${name}”`);
  });
export const region = (name: Name): Promise<HTMLElement> => find('region', name);

/** The screen, without the menu beside it. */
export const main = (): Promise<HTMLElement> => until(() => document.querySelector('main') ?? fail('no screen'));

/** Waits for a button, or what else has the role, and clicks it once it may be. */
export async function press(name: Name, place?: Place, role = 'button'): Promise<void> {
  const button = await find(role, name, place);
  await until(() => {
    if (button.matches(':disabled, [aria-disabled=true]')) throw new Error(`“${name}” can't be pressed.`);
  });
  fireEvent.click(button);
}

/** An action of a row, also where it is behind *More*. */
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

/** Types into a field by its label, and presses a key then where one is named; Tab leaves the field. */
export async function type(label: Name, text: string, place?: Place, key?: 'Enter' | 'Tab'): Promise<void> {
  const field = await fieldOf(label, place);
  field.focus();
  fireEvent.change(field, { target: { value: text } });
  // happy-dom doesn't submit a form by Enter.
  if (key === 'Enter' && fireEvent.keyDown(field, { key, code: key })) field.form?.requestSubmit();
  if (key === 'Tab') field.blur();
}

/** Chooses from a list by what is written in it: a `select`, or a box that opens its options. */
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

/** Types into a box that proposes, and takes a proposal. What is typed before the box is ready opens nothing, so it is typed again. */
export const pick = (label: Name, text: string, option: Name, place?: Place): Promise<void> =>
  until(async () => {
    await type(label, '', place);
    await type(label, text, place);
    const proposed = () => part('option', option)() ?? fail(`no option “${option}”`);
    fireEvent.click(await until(proposed, optionsMilliseconds));
  });

/** Gives a file to the field for files. */
export async function give(name: string, text: string, place?: Place): Promise<void> {
  const inside = (await place) ?? document.body;
  const input = await until(() => inside.querySelector<HTMLInputElement>('input[type=file]') ?? fail('no field for files'));
  fireEvent.change(input, { target: { files: [new File([text], name)] } });
}

export const valueOf = async (label: Name, place?: Place): Promise<string> => (await fieldOf(label, place)).value;

/** The row of a table that holds these words. */
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
/** Of the whole page, its screen or dialog is all that a failure shows. */
const shown = (part: Part): string =>
  textOf(part === whole ? (document.querySelector('[role=dialog]') ?? document.querySelector('main')) : part());

/** Waits until the page, or a part of it that may be redrawn meanwhile, says something. */
export const says = (words: Name, part: Part = whole): Promise<void> =>
  until(() => void (holds(part(), words) || fail(`“${words}” is not in: ${shown(part)}`)));
export const saysNot = (words: Name, part: Part = whole): Promise<void> =>
  until(() => void (holds(part(), words) && fail(`“${words}” is in: ${shown(part)}`)));
