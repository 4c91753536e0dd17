import type { FeedWarning } from '#feeds/feed-texts.ts';
import type { FeedRecord, RecordBatches, RecordValue } from '#feeds/feed-record.ts';
import { neverPublished } from '#feeds/json/json-flatten.ts';
import { normalName } from '#feeds/mapping/item-fields.ts';
import { withSampledWork } from '#feeds/sampled-work.ts';

const no = /^(?:0|-1|false|no|n|nein|non|ne)$/i;

const hidingFields: readonly { readonly names: readonly string[]; readonly hides: RegExp }[] = [
  {
    // Shopify, and WooCommerce in many languages, where -1 is a draft.
    names: [
      'Published',
      'Is published',
      'Publikováno',
      'Publikované',
      'Veröffentlicht',
      'Publié',
      'Publicado',
      'Pubblicato',
      'Opublikowano',
      'Opublikowane',
      'Gepubliceerd',
      'Publicerad',
      'Udgivet',
      'Publisert',
      'Közzétett',
      'Publicat',
    ],
    hides: no,
  },
  {
    names: ['Status', 'Product status', 'Post status', 'State'],
    hides: /^(?:draft|archived|private|pending|trash|unpublished|unlisted|disabled|inactive|hidden)$/i,
  },
  {
    names: [
      'Visibility in catalog',
      'Catalog visibility',
      'Visibility',
      'Product visibility',
      'Viditelnost v katalogu',
      'Viditeľnosť v katalógu',
      'Sichtbarkeit im Katalog',
      'Visibilité dans le catalogue',
      'Visibilidad en el catálogo',
      'Visibilità nel catalogo',
      'Widoczność w katalogu',
      'Zichtbaarheid in catalogus',
      'Visibilidade no catálogo',
      'Synlighet i katalogen',
    ],
    hides: /^(?:hidden|blocked|private)$/i,
  },
  {
    names: [
      'Active',
      'Is active',
      'Active (0/1)',
      'Enabled',
      'Is enabled',
      'Aktiv',
      'Aktivní',
      'Actif',
      'Activo',
      'Attivo',
      'Actief',
    ],
    hides: no,
  },
  { names: ['Draft', 'Is draft', 'Is hidden', 'Is archived'], hides: /^(?:1|true|yes)$/i },
  { names: ['Published at'], hides: new RegExp(`^${neverPublished}$`) },
  { names: ['Product online'], hides: /^2$/ },
];

const hidesByName: ReadonlyMap<string, RegExp> = new Map(
  hidingFields.flatMap(({ names, hides }) => names.map((name) => [normalName(name), hides] as const)),
);

const isHiding = (hides: RegExp, value: RecordValue | undefined): boolean =>
  value !== undefined && !Array.isArray(value) && hides.test(String(value).trim());

export function hidingFieldsOf({ fields }: FeedRecord): Record<string, RecordValue> {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => {
      const hides = hidesByName.get(normalName(name));
      return hides !== undefined && isHiding(hides, value);
    }),
  );
}

/**
 * Skips drafts, archived, private and hidden products, and counts them. A field that would hide all sampled records means
 * something else.
 */
export function publishedOnly(batches: RecordBatches, tell: (warning: FeedWarning) => void): RecordBatches {
  return withSampledWork(batches, (sampled) => {
    const names = [...new Set(sampled.flatMap(({ fields }) => Object.keys(fields)))];
    const rules = names.flatMap((name) => {
      const hides = hidesByName.get(normalName(name));
      if (hides === undefined) return [];
      return sampled.every(({ fields }) => fields[name] === undefined || isHiding(hides, fields[name])) ? [] : [{ name, hides }];
    });
    const [first] = rules;
    if (first === undefined) return null;
    const isHidden = ({ fields }: FeedRecord): boolean => rules.some(({ name, hides }) => isHiding(hides, fields[name]));
    let count = 0;
    return {
      read(records) {
        const shown = records.filter((record) => !isHidden(record));
        count += records.length - shown.length;
        return shown;
      },
      end() {
        if (count > 0) tell({ code: 'unpublishedItems', details: { count, field: first.name } });
        return [];
      },
    };
  });
}
