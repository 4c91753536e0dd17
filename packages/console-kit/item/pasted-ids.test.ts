import { expect, it } from 'vitest';
import { pastedIds } from './pasted-ids.ts';

it('a list of IDs is taken apart as spreadsheets, mails and programs write it, each ID once', () => {
  expect(pastedIds('KT-12\nKT-13\r\nKT-12\n')).toEqual(['KT-12', 'KT-13']);
  expect(pastedIds('812, 813;814\t815')).toEqual(['812', '813', '814', '815']);
  expect(pastedIds(' 812 813 ')).toEqual(['812', '813']);
});

it('the name of an item stays one text', () => {
  expect(pastedIds('Kettle Alfa 2')).toEqual(['Kettle Alfa 2']);
  expect(pastedIds('')).toEqual([]);
});
