import { expect, test } from 'vitest';
import { editDistance } from '#engine/query/analysis/typos.ts';
import { isLikelyTypo } from './likely-typo.ts';

const isTypo = ([typed, meant]: readonly [string, string]) => isLikelyTypo(typed, meant, editDistance(typed, meant, 2));

test.each([
  ['kettel', 'kettle'],
  ['ketle', 'kettle'],
  ['mobyl', 'mobil'],
  ['konvyce', 'konvice'],
  ['hedphones', 'headphones'],
  ['backpck', 'backpack'],
  ['keybpard', 'keyboard'],
  ['refridgerator', 'refrigerator'],
  ['lednnice', 'lednice'],
  ['vysoušeč', 'vysousec'],
] as const)('%s is %s, misspelt', (...words) => expect(isTypo(words)).toBe(true));

test.each([
  ['fridge', 'bridge'],
  ['plane', 'plate'],
  ['horse', 'hose'],
  ['boat', 'boot'],
  ['desk', 'dusk'],
  ['planet', 'plane'],
  ['shirt', 'short'],
  ['trailer', 'trainer'],
  ['commuter', 'computer'],
  ['lamb', 'lamp'],
] as const)('%s is another word than %s', (...words) => expect(isTypo(words)).toBe(false));
