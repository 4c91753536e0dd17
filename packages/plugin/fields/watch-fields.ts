const usualPlaces = [
  'form[role="search" i] input',
  'search input',
  'input[type="search" i]',
  '[role="search" i] input',
  'input[role="searchbox" i]',
  ...['q', 's', 'query', 'string', 'search', 'search_query', 'keyword', 'keywords', 'text', 'w', 'hledat', 'hladat'].map(
    (name) => `form input[name="${name}" i]`,
  ),
  ...['search', 'hled', 'vyhled', 'hlada', 'szuka', 'suche'].map((part) => `form[action*="${part}" i] input`),
];
const textTypes = new Set(['text', 'search', '']);

const isTextField = (element: Element): element is HTMLInputElement =>
  element instanceof HTMLInputElement && textTypes.has(element.type) && !element.disabled && !element.readOnly;

export function findFields(selector: string, page: ParentNode = document): HTMLInputElement[] {
  for (const place of selector === '' ? usualPlaces : [selector]) {
    const found = fieldsAt(page, place);
    if (found.length > 0) return found;
  }
  return [];
}

function fieldsAt(page: ParentNode, place: string): HTMLInputElement[] {
  try {
    return [...page.querySelectorAll(place)].filter(isTextField);
  } catch {
    // It is no selector, which the console of the shop says where it is set.
    return [];
  }
}

/** Changes of a page come in bursts. */
const settledMilliseconds = 100;

interface Watching {
  /** Of the fields; empty for the usual places. */
  readonly selector: () => string;
  /** Answers how to let go of it. */
  readonly attach: (input: HTMLInputElement) => () => void;
  readonly onNone: () => void;
  readonly onLook: () => void;
}

/** Also those that come later; lets go of what is gone. `onNone` is called once, when the loaded page has none. */
export function watchFields({ selector, attach, onNone, onLook }: Watching): { readonly look: () => void } {
  const attached = new Map<HTMLInputElement, () => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lookedFor = selector();

  const look = (): void => {
    timer = undefined;
    const isOther = selector() !== lookedFor;
    lookedFor = selector();
    for (const [input, letGo] of attached)
      // One that is attached is another kind of element by then, which its usual place doesn't name any more.
      if (isOther || !input.isConnected) {
        letGo();
        attached.delete(input);
      }
    for (const input of findFields(lookedFor)) if (!attached.has(input)) attached.set(input, attach(input));
    onLook();
  };
  new MutationObserver(() => {
    timer ??= setTimeout(look, settledMilliseconds);
  }).observe(document.documentElement, { childList: true, subtree: true });
  look();
  const judge = (): void => {
    look();
    if (attached.size === 0) onNone();
  };
  if (document.readyState === 'complete') judge();
  else addEventListener('load', judge, { once: true });
  return { look };
}
