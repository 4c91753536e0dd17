/**
 * What may be somebody's: addresses of people, what an address on the web says after `?` or `#`, and what looks like a token. Firefox writes
 * a frame of a stack as `name@https://…`, which is no address of a person.
 */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/[\w.+-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63})+/gi, '•••@•••'],
  [/(https?:\/\/[^\s"'<>()?#]{1,500})[?#][^\s"'<>()]*/gi, '$1'],
  [/(?=[\w-]*\d)[\w-]{30,}/g, '•••'],
];
/** Nothing of a text moves a terminal that shows the log. */
const controls = /[[\p{Cc}\p{Cf}]--[\n]]/gv;

/** A text of somebody's browser as the log may keep it. */
export const maskedText = (text: string): string =>
  secrets.reduce((masked, [pattern, mask]) => masked.replaceAll(pattern, mask), text.replaceAll(controls, ' '));
