/** What a key does to the card that has the focus. */
export type CardCommand =
  | { readonly kind: 'focus'; readonly to: 'next' | 'previous' | 'first' | 'last'; readonly isChoosing: boolean }
  | { readonly kind: 'shift'; readonly by: -1 | 1 }
  | { readonly kind: 'lift' }
  | { readonly kind: 'drop' }
  | { readonly kind: 'return' }
  | { readonly kind: 'letter'; readonly letter: string };

type Pressed = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

const arrows = { ArrowUp: 'previous', ArrowDown: 'next', Home: 'first', End: 'last' } as const;
const steps: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

/** Arrows go from card to card. Space lifts a card of an ordered list, then they move it until Space drops it or Escape takes it back; with Alt they move it at once. */
export function cardCommand(pressed: Pressed, isOrdered: boolean, isLifted: boolean): CardCommand | null {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = pressed;
  const by = steps[key];
  if (by !== undefined && isOrdered && (altKey || isLifted)) return { kind: 'shift', by };
  if (altKey || ctrlKey || metaKey) return null;
  if (isLifted) return key === ' ' || key === 'Enter' ? { kind: 'drop' } : key === 'Escape' ? { kind: 'return' } : null;
  if (key === ' ' && isOrdered) return { kind: 'lift' };
  if (Object.hasOwn(arrows, key)) return { kind: 'focus', to: arrows[key as keyof typeof arrows], isChoosing: shiftKey };
  return /^[a-z]$/.test(key) ? { kind: 'letter', letter: key } : null;
}
