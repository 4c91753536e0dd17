import { folded } from '#ui/text/format.ts';

interface MarkedProps {
  readonly text: string;
  /** Typed ones, marked wherever they occur, whatever their case and diacritics. */
  readonly words: string;
}

export function Marked({ text, words }: MarkedProps) {
  const characters = Array.from(text);
  // A character may fold to none or several.
  const places = characters.flatMap((character, at) => Array.from(folded(character), () => at));
  const searched = characters.map(folded).join('');
  const isMarked = characters.map(() => false);
  for (const word of folded(words).split(/\s+/).filter(Boolean))
    for (let from = searched.indexOf(word); from >= 0; from = searched.indexOf(word, from + word.length))
      for (const at of places.slice(from, from + word.length)) isMarked[at] = true;
  const starts = [...isMarked.keys()].filter((at) => at === 0 || isMarked[at] !== isMarked[at - 1]);
  return starts.map((start, part) => {
    const shown = characters.slice(start, starts[part + 1]).join('');
    return isMarked[start] === true ? <mark key={start}>{shown}</mark> : shown;
  });
}
