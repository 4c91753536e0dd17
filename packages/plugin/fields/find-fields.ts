/** Where shops have their search, the surest first. Names of fields are those of the usual shop systems. */
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

/** Those the selector names, else at the surest usual places. Themes have one for desktops and one for phones. */
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
