import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { type Property, propertyNames, rateText, type Tuning, valueText } from './tuned-properties.tsx';
import type { RelevanceEditor } from './use-relevance-editor.tsx';
import { useWeightText } from './weight-input.tsx';

/** Describes changes: `name 6.0 → 8.0`, `name: Typos off`. */
export function useChangeTexts() {
  const weight = useWeightText();
  const value = (one: Tuning[Property]): string => valueText(t, weight, one);
  const rate = (one: number): string => rateText(t, formats.percent, one);
  return {
    /** `path` is that of a value in the draft: `rate`, or `fields`, an id and a property. */
    nameOf: ({ saved }: RelevanceEditor, [, id, property]: readonly string[]): string =>
      property === undefined
        ? t('Match rate')
        : `${saved.find((field) => String(field.id) === id)?.field_name}: ${t(propertyNames[property as Property])}`,
    says: (one: unknown, path: readonly string[]): string =>
      path.length === 1 ? rate(one as number) : value(one as Tuning[Property]),
    changesOf: ({ changes, fields, rate: now, savedRate }: RelevanceEditor): string[] => {
      const ofFields = changes.map(({ field, property }) => {
        const next = fields.find(({ id }) => id === field.id)?.[property] ?? field[property];
        if (property === 'weight') return `${field.field_name} ${weight(field.weight)} → ${weight(Number(next))}`;
        return `${field.field_name}: ${t(propertyNames[property])} ${value(field[property])} → ${value(next)}`;
      });
      return now === savedRate ? ofFields : [`${t('Match rate')} ${rate(savedRate)} → ${rate(now)}`, ...ofFields];
    },
  };
}
