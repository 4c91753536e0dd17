/** A project, as far as its name goes. */
interface Named {
  readonly id: number;
  readonly name: string;
  readonly url: string;
}

/** An address as people read it: `shop.example`. */
export const shortAddress = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '');

/** What a list of choices calls a project: its name, and what tells it from its namesakes. */
export function nameAmong(project: Named, projects: readonly Named[]): string {
  const mark = toldApartBy(project, projects);
  return mark === null ? project.name : `${project.name} (${mark})`;
}

/** What tells a project from others of its name: its website, or its number where that says nothing; null where no other has its name. */
export function toldApartBy({ id, name, url }: Named, projects: readonly Named[]): string | null {
  const namesakes = projects.filter((other) => other.id !== id && other.name === name);
  if (namesakes.length === 0) return null;
  return url === '' || namesakes.some((other) => other.url === url) ? `#${id}` : shortAddress(url);
}
