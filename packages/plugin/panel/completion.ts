const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** A suggestion in parts: what was typed, whatever its case and accents, and what is added to it. */
export function completion(typed: string, text: string): { readonly part: string; readonly isAdded: boolean }[] {
  const letters = Array.from(text);
  const wanted = folded(typed.trim());
  let known = '';
  let place = 0;
  while (known.length < wanted.length && place < letters.length) known += folded(letters[place++] ?? '');
  if (wanted === '' || known !== wanted) return [{ part: text, isAdded: true }];
  const parts = [
    { part: letters.slice(0, place).join(''), isAdded: false },
    { part: letters.slice(place).join(''), isAdded: true },
  ];
  return parts.filter(({ part }) => part !== '');
}
