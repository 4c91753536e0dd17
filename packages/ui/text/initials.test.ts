import { expect, it } from 'vitest';
import { initials } from './initials.ts';

it('initials are whole characters', () => {
  expect(initials('Žofie', 'nováková')).toBe('ŽN');
  expect(initials('يانا', '🧶 Příšerná')).toBe('ي🧶');
  expect(initials('👩‍🚀', '')).toBe('👩‍🚀');
  expect(initials('Å'.normalize('NFD'), 'b')).toBe('Å'.normalize('NFD') + 'B');
});
