/** A value of a file, without anything that only YAML has. */
export type YamlValue = string | number | boolean | null | YamlValue[] | YamlMap;
export interface YamlMap {
  [name: string]: YamlValue;
}

/** Where a value stands, by the names and numbers that lead to it, in dots. */
export interface YamlPlace {
  /** From 1. */
  readonly line: number;
  /** As it was typed, where it was read as something else than a text. */
  readonly typed?: string;
}

export interface YamlProblem {
  readonly path: string;
  readonly line: number;
  readonly code: 'fileNotYaml' | 'fileTooDeep' | 'fileTooLarge' | 'fileAlias' | 'fileTag' | 'fileKeyTwice';
  readonly parameters: Readonly<Record<string, string>>;
}

export type ReadYaml =
  | { readonly value: YamlValue; readonly places: ReadonlyMap<string, YamlPlace> }
  | { readonly problems: readonly YamlProblem[] };

export type YamlTask =
  | { readonly kind: 'read'; readonly text: string }
  | { readonly kind: 'write'; readonly value: unknown; readonly comment: string };
