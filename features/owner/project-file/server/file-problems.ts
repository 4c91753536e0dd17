import { errorText, type ErrorCode, type ErrorParameters, type Problem } from '#contract/errors.ts';
import { toldMistakes } from '#contract/limits.ts';
import type { YamlPlace } from './yaml/yaml-values.ts';
import { Failure } from '#server/fail.ts';

export class FileProblems {
  readonly #problems: Problem[] = [];
  readonly #places: ReadonlyMap<string, YamlPlace>;

  constructor(places: ReadonlyMap<string, YamlPlace>) {
    this.#places = places;
  }

  add(path: string, code: ErrorCode, parameters: ErrorParameters = {}, line = this.#lineOf(path)): void {
    const message = `Line ${line}: ${errorText(code, parameters)}`;
    this.#problems.push({ field: path, code, message, parameters: { ...parameters, line } });
  }

  /** Of what isn't in the file, the line of what it would be in. */
  #lineOf(path: string): number {
    for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
      const place = this.#places.get(at);
      if (place) return place.line;
    }
    return 1;
  }

  /** Throws if there are any. */
  end(): void {
    if (this.#problems.length > 0) throw this.failure;
  }

  get failure(): Failure {
    const told = this.#problems.toSorted((one, other) => Number(one.parameters?.['line']) - Number(other.parameters?.['line']));
    return new Failure('projectFileNotValid', errorText('projectFileNotValid'), told.slice(0, toldMistakes));
  }
}
