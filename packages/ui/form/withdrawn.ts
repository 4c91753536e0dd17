/** What a form throws that isn't saved because the person thought better of it: it stays as it is, and nothing is wrong. */
export class Withdrawn extends Error {
  override readonly name = 'Withdrawn';
}
