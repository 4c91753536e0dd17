/** Whether the browser takes it for a CSS selector; an empty one names nothing and is none. */
export function isSelector(selector: string): boolean {
  if (selector.trim() === '') return true;
  try {
    document.createDocumentFragment().querySelector(selector);
    return true;
  } catch {
    return false;
  }
}
