interface Named {
  readonly id: number;
  readonly name: string;
  readonly url: string;
}

export const shortAddress = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '');

export function nameAmong(project: Named, projects: readonly Named[]): string {
  const mark = toldApartBy(project, projects);
  return mark === null ? project.name : `${project.name} (${mark})`;
}

/** Website or number; null if the name is unique. */
export function toldApartBy({ id, name, url }: Named, projects: readonly Named[]): string | null {
  const namesakes = projects.filter((other) => other.id !== id && other.name === name);
  if (namesakes.length === 0) return null;
  return url === '' || namesakes.some((other) => other.url === url) ? `#${id}` : shortAddress(url);
}
