import { useEffect, useState } from 'preact/hooks';
import type { Words } from '#plugin/words.ts';
import type { Range } from './wanted.ts';

interface RangeFacetProps {
  readonly bounds: { readonly min: number; readonly max: number };
  readonly range: Range;
  readonly words: Words;
  readonly write: (value: number) => string;
  readonly onChange: (range: Range) => void;
}

type End = 'from' | 'to';
const ends: readonly End[] = ['from', 'to'];

/** Two thumbs on a line, and two fields for whoever knows the numbers. What is moved is asked for once it rests. */
export function RangeFacet({ bounds, range, words, write, onChange }: RangeFacetProps) {
  const min = Math.floor(bounds.min);
  const max = Math.ceil(bounds.max);
  const from = within(range.from ?? min, min, max);
  const to = within(range.to ?? max, min, max);
  const [moved, setMoved] = useState({ from, to });
  useEffect(() => setMoved({ from, to }), [from, to]);
  /** What is being typed stays while other results arrive. */
  const [typed, setTyped] = useState<{ readonly end: End; readonly text: string } | null>(null);

  const put = (end: End, value: number): typeof moved => {
    const other = end === 'from' ? moved.to : moved.from;
    const next = { ...moved, [end]: within(value, end === 'from' ? min : other, end === 'from' ? other : max) };
    setMoved(next);
    return next;
  };
  const settle = (next: typeof moved): void => {
    if (next.from === from && next.to === to) return;
    onChange({ ...(next.from > min && { from: next.from }), ...(next.to < max && { to: next.to }) });
  };
  const share = (value: number): string => `${max > min ? ((value - min) / (max - min)) * 100 : 0}%`;

  return (
    <div class="range">
      <div class="track" style={{ '--from': share(moved.from), '--to': share(moved.to) }}>
        {ends.map((end) => (
          <input
            key={end}
            type="range"
            min={min}
            max={max}
            step={1}
            value={moved[end]}
            aria-label={words.say(end)}
            aria-valuetext={write(moved[end])}
            onInput={(event) => put(end, event.currentTarget.valueAsNumber)}
            onChange={(event) => settle(put(end, event.currentTarget.valueAsNumber))}
          />
        ))}
      </div>
      <div class="ends">
        {ends.map((end) => (
          <label key={end}>
            <span>{words.say(end)}</span>
            <input
              type="number"
              inputMode="numeric"
              min={min}
              max={max}
              value={typed?.end === end ? typed.text : moved[end]}
              onInput={(event) => setTyped({ end, text: event.currentTarget.value })}
              onChange={(event) => {
                const value = event.currentTarget.valueAsNumber;
                setTyped(null);
                if (!Number.isNaN(value)) settle(put(end, value));
              }}
            />
          </label>
        ))}
      </div>
    </div>
  );
}

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);
