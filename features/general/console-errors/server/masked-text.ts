/** E-mail addresses, queries and fragments of URLs, and tokens. Firefox writes stack frames as `name@https://…`. */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/[\w.+-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63})+/gi, '•••@•••'],
  [/(https?:\/\/[^\s"'<>()?#]{1,500})[?#][^\s"'<>()]*/gi, '$1'],
  [/(?=[\w-]*\d)[\w-]{30,}/g, '•••'],
];
/** No terminal control sequences. */
const controls = /[[\p{Cc}\p{Cf}]--[\n]]/gv;

export const maskedText = (text: string): string =>
  secrets.reduce((masked, [pattern, mask]) => masked.replaceAll(pattern, mask), text.replaceAll(controls, ' '));
