import type { Analyser } from '#engine/query/analysis/analyser.ts';
import { type Rule, ruleStages } from '#engine/query/pipeline.ts';
import { analyserOf } from '#engine/query/analysis/analysers.ts';
import { CompiledRows } from './compiled-rows.ts';
import { readContent } from './content.ts';
import type { LiveRelease, ReleaseSettings, SkippedRow } from './live-release.ts';
import type { StoredVersion } from './released-rows.store.ts';
import type { AnyRuleSource, ReleasedRow } from './rule-source.ts';
import { inSlices } from '#server/slices.ts';

/** Within a stage, kinds of rules act in this order; those that aren't named here come after them, by their keys. */
const order: readonly string[] = ['character-filters', 'fixits', 'stopwords', 'synonyms', 'phrases', 'boosts', 'curations'];

interface Ordered {
  readonly key: string;
  readonly rule: Rule;
}

const placeOf = (key: string): number => (order.includes(key) ? order.indexOf(key) : order.length);

/** The order in which rules act does not depend on the order in which features are put together. */
export const byStageAndKind = (one: Ordered, other: Ordered): number =>
  ruleStages.indexOf(one.rule.stage) - ruleStages.indexOf(other.rule.stage) ||
  placeOf(one.key) - placeOf(other.key) ||
  (one.key < other.key ? -1 : one.key > other.key ? 1 : 0);

export interface RowChanges {
  readonly removed: readonly Pick<StoredVersion, 'source' | 'row_id'>[];
  readonly put: readonly StoredVersion[];
}

/** All that a release of one project holds, ready to be brought from one release to a later one. */
export class CompiledProject {
  readonly #settings: ReleaseSettings;
  #settingRows: ReadonlyMap<string, Map<number, ReleasedRow>>;
  #kinds: ReadonlyMap<string, CompiledRows>;
  #unread = new Map<string, SkippedRow>();
  /** Of rows as stored, by source and id. */
  readonly #lengths = new Map<string, Map<number, number>>();
  /** Characters of what it holds, as stored. */
  contentLength = 0;

  constructor(settings: ReleaseSettings, sources: readonly AnyRuleSource[], tell: (source: string, error: unknown) => void) {
    this.#settings = settings;
    this.#settingRows = new Map(settings.sources.map(({ key }) => [key, new Map()]));
    this.#kinds = new Map(sources.map((source) => [source.key, new CompiledRows(source, tell)]));
  }

  get language(): string {
    return this.#settings.compile((key) => this.#rowsOf(key)).language;
  }

  #rowsOf(key: string): readonly ReleasedRow[] {
    return [...(this.#settingRows.get(key)?.values() ?? [])].sort((one, other) => one.id - other.id);
  }

  /** A row of settings that can't be read is as one that was never saved. */
  putSetting(version: StoredVersion): void {
    const source = this.#settings.sources.find(({ key }) => key === version.source);
    if (!source) return;
    this.remove(version);
    this.#note(version.source, version.row_id, version.content.length);
    try {
      this.#settingRows.get(source.key)?.set(version.row_id, readContent(source, version));
    } catch (error) {
      this.#unread.set(`${version.source} ${version.row_id}`, {
        source: version.source,
        id: version.row_id,
        reason: String(error),
      });
    }
  }

  isSetting = (key: string): boolean => this.#settingRows.has(key);

  async putRules(versions: readonly StoredVersion[], language: string): Promise<void> {
    const analyser = analyserOf(language);
    const breathe = inSlices();
    for (const version of versions) {
      this.#kinds.get(version.source)?.put(version, analyser);
      this.#note(version.source, version.row_id, version.content.length);
      await breathe();
    }
  }

  remove({ source, row_id: id }: Pick<StoredVersion, 'source' | 'row_id'>): void {
    this.#settingRows.get(source)?.delete(id);
    this.#unread.delete(`${source} ${id}`);
    this.#kinds.get(source)?.remove(id);
    this.#note(source, id, 0);
  }

  #note(source: string, id: number, length: number): void {
    const ofSource = this.#lengths.get(source) ?? new Map<number, number>();
    this.contentLength += length - (ofSource.get(id) ?? 0);
    if (length > 0) ofSource.set(id, length);
    else ofSource.delete(id);
    this.#lengths.set(source, ofSource);
  }

  /** What searches would use with these changes. This one stays as it is, and what they don't touch isn't compiled again. */
  async changed(number: number, { removed, put }: RowChanges): Promise<LiveRelease> {
    const copy = new CompiledProject(this.#settings, [], () => {});
    copy.#settingRows = new Map([...this.#settingRows].map(([key, rows]) => [key, new Map(rows)]));
    copy.#kinds = new Map([...this.#kinds].map(([key, rows]) => [key, rows.copy()]));
    copy.#unread = new Map(this.#unread);
    const { language } = this;
    for (const version of removed) copy.remove(version);
    for (const version of put) if (copy.isSetting(version.source)) copy.putSetting(version);
    if (copy.language !== language) await copy.#recompile();
    const rules = put.filter(({ source }) => !copy.isSetting(source));
    await copy.putRules(rules, copy.language);
    return copy.release(number);
  }

  async #recompile(): Promise<void> {
    const breathe = inSlices();
    const analyser = analyserOf(this.language);
    for (const kind of this.#kinds.values()) for (const _row of kind.recompile(analyser)) await breathe();
  }

  async release(number: number): Promise<LiveRelease> {
    const { language, relevance, columns } = this.#settings.compile((key) => this.#rowsOf(key));
    const analyser: Analyser = analyserOf(language);
    const breathe = inSlices();
    const kinds = [...this.#kinds.values()];
    for (const kind of kinds) for (const _part of kind.merge(analyser)) await breathe();
    const ordered = (rulesOf: (kind: CompiledRows) => readonly Rule[]): readonly Rule[] =>
      kinds
        .flatMap((kind) => rulesOf(kind).map((rule) => ({ key: kind.source.key, rule })))
        .sort(byStageAndKind)
        .map(({ rule }) => rule);
    const ofCollections = new Map(Object.keys(relevance).map((id) => [Number(id), ordered((kind) => kind.rulesOf(Number(id)))]));
    return {
      number,
      relevance,
      columns,
      rules: ordered(({ rules }) => rules),
      rulesOf: (collectionId) => ofCollections.get(collectionId) ?? [],
      skipped: [...this.#unread.values(), ...kinds.flatMap(({ skipped }) => skipped)],
    };
  }
}
