import type { CollectionLayout, FieldLayout } from '#engine/port.ts';

type Aspect = 'language' | 'added' | 'searchable' | 'facet' | 'path' | 'type' | 'variants';

export interface WaitingChange {
  readonly field: string;
  readonly aspect: Aspect;
}

/** A field that is no longer searched needs no rebuild. */
export function waitingChanges(live: CollectionLayout, wanted: CollectionLayout): WaitingChange[] {
  const liveFields = new Map(live.fields.map((field) => [field.name, field]));
  const changes = wanted.fields.flatMap((field): WaitingChange[] => {
    const aspect = aspectOf(liveFields.get(field.name), field);
    return aspect === null ? [] : [{ field: field.name, aspect }];
  });
  const wantedNames = new Set(wanted.fields.map(({ name }) => name));
  const leaving = live.fields.filter(({ name, facet }) => facet && !wantedNames.has(name));
  const left = leaving.map(({ name }): WaitingChange => ({ field: name, aspect: 'facet' }));
  const groups = [live.groupField, wanted.groupField];
  const grouping = groups[0] === groups[1] ? [] : [{ field: groups[1] ?? groups[0] ?? '', aspect: 'variants' } as const];
  const spoken = live.language === wanted.language ? [] : [{ field: '', aspect: 'language' } as const];
  return [...spoken, ...changes, ...left, ...grouping];
}

function aspectOf(live: FieldLayout | undefined, { searchable, stemmer, facet, path, type }: FieldLayout): Aspect | null {
  if (live === undefined) return searchable || facet ? 'added' : null;
  if (searchable && (!live.searchable || live.stemmer !== stemmer)) return 'searchable';
  if (facet !== live.facet) return 'facet';
  if (facet && path !== live.path) return 'path';
  return type === live.type ? null : 'type';
}
