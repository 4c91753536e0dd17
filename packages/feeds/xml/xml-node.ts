export interface XmlNode {
  readonly prefix: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>> | null;
  text: string;
  children: XmlNode[] | null;
}

const htmlNames = new Set(
  'a abbr b big blockquote br center code div em font h1 h2 h3 h4 h5 h6 hr i img li ol p pre s small span strong sub sup table tbody td th thead tr tt u ul'.split(
    ' ',
  ),
);

export function isHtmlName(name: string): boolean {
  return name === textName || htmlNames.has(name.toLowerCase());
}

export function newNode(fullName: string, attributes: Readonly<Record<string, string>> | null): XmlNode {
  const colon = fullName.indexOf(':');
  return { prefix: colon > 0 ? fullName.slice(0, colon) : '', name: localName(fullName), attributes, text: '', children: null };
}

/** Text after an HTML element keeps its place as a nameless child. */
const textName = '#text';

export function addText(children: XmlNode[], text: string): void {
  const last = children.at(-1);
  if (last?.name === textName) last.text += text;
  else children.push({ ...newNode(textName, null), text });
}

export function isTextNode({ name }: XmlNode): boolean {
  return name === textName;
}

export function localName(fullName: string): string {
  return fullName.slice(fullName.indexOf(':') + 1);
}

export function textOf(node: XmlNode): string {
  if (!node.children) return node.text.trim();
  return [node.text, ...node.children.map(textOf)].join(' ').trim();
}
