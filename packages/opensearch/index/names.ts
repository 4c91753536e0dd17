import { checkName } from '#engine/index/generation-names.ts';

/**
 * A generation is an index `<prefix>.<collection>.<generation>`; the alias `<prefix>.<collection>` names the live one, and
 * `<prefix>.<collection>.previous` the one before it. Names have no points, so none of them can be another's.
 */
export class CollectionNames {
  readonly live: string;
  readonly previous: string;
  readonly pattern: string;

  constructor(prefix: string, collection: string) {
    this.live = `${prefix}.${checkName(collection)}`;
    this.previous = `${this.live}.previous`;
    this.pattern = `${this.live}.g*`;
  }

  indexOf(generation: string): string {
    return `${this.live}.${checkName(generation)}`;
  }

  generationOf(index: string): string {
    return index.slice(this.live.length + 1);
  }
}
