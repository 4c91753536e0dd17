/** What we use of the package, whose names are codes of ISO 639-3. It has no types of its own. */
declare module 'stopword' {
  export const bul: readonly string[];
  export const ces: readonly string[];
  export const dan: readonly string[];
  export const deu: readonly string[];
  export const eng: readonly string[];
  export const fra: readonly string[];
  export const hun: readonly string[];
  export const ita: readonly string[];
  export const nld: readonly string[];
  export const spa: readonly string[];
}
