import { fieldTypes, type FieldType } from '#contract/item.ts';
import { msg } from '#ui/text/i18n.ts';

const words: Readonly<Record<FieldType, string>> = {
  text: msg('Text/keyword'),
  integer: msg('Integer'),
  float: msg('Float'),
  boolean: msg('Boolean'),
  date: msg('Date'),
  object: msg('Object'),
};

export const typeWord = (type: FieldType): string => words[type];
export const typeNames = Object.keys(fieldTypes) as FieldType[];
