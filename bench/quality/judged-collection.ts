import type { SampledField } from '#engine/query/default-relevance.ts';
import { openEngine, type EngineSettings } from '#engine/open-engine.ts';
import { scoring } from '#engine/query/scoring.ts';
import { runSearch } from '#engine/query/resolve/run-search.ts';
import { inSession } from '#engine/port.ts';
import type { JudgedSet } from './judged-sets.ts';
import { measure, recallDepth, type Measured } from './measures.ts';
import { mistypedQueries } from './typos.ts';
import { relevanceOf, sampledFields, type Variant } from './variants.ts';

const defaultScoring = { ...scoring };

export class JudgedCollection {
  readonly set: JudgedSet;
  readonly #settings: EngineSettings;
  readonly #fields: readonly SampledField[];
  readonly #known = new Map<string, readonly Measured[]>();

  private constructor(set: JudgedSet, settings: EngineSettings) {
    this.set = set;
    this.#settings = settings;
    this.#fields = sampledFields(set.items);
  }

  static async index(set: JudgedSet, settings: EngineSettings): Promise<JudgedCollection> {
    const collection = new JudgedCollection(set, settings);
    const engine = await openEngine(settings, console.warn);
    const build = await engine.build(set.name, relevanceOf(collection.#fields, []).layout);
    await build.add([...set.items]);
    await engine.publish(set.name, (await build.finish()).generation);
    await engine.close();
    return collection;
  }

  async measure(variants: readonly Variant[] = []): Promise<readonly Measured[]> {
    const key = variants.map(({ name }) => name).join('; ');
    let measured = this.#known.get(key);
    if (measured === undefined) this.#known.set(key, (measured = await this.#ask(this.set.judgments, variants)));
    return measured;
  }

  async measureMistyped(): Promise<readonly { readonly meant: Measured; readonly mistyped: Measured }[]> {
    const meant = new Map((await this.measure()).map((measured) => [measured.query, measured]));
    const judgments = new Map(this.set.judgments);
    const queries = mistypedQueries([...judgments.keys()]);
    const asked = queries.map((query) => [query.typed, judgments.get(query.meant)!] as const);
    const measured = await this.#ask(asked, []);
    return measured.map((mistyped, at) => ({ meant: meant.get(queries[at]!.meant)!, mistyped }));
  }

  async #ask(judgments: JudgedSet['judgments'], variants: readonly Variant[]): Promise<Measured[]> {
    Object.assign(scoring, defaultScoring, ...variants.map((variant) => variant.scoring ?? {}));
    const relevance = relevanceOf(this.#fields, variants);
    const engine = await openEngine(this.#settings, console.warn);
    const measured: Measured[] = [];
    for (const [query, judged] of judgments) {
      const request = { query, filters: [], facets: [], sort: [], page: 1, today: 0, perPage: recallDepth };
      const { hits } = await inSession(engine, this.set.name, (session) => runSearch(session, relevance, [], request));
      const found = hits.map(({ id }) => id);
      measured.push(measure(query, found, judged));
    }
    await engine.close();
    Object.assign(scoring, defaultScoring);
    return measured;
  }

  async drop(): Promise<void> {
    const engine = await openEngine(this.#settings, console.warn);
    await engine.drop(this.set.name);
    await engine.close();
  }
}
