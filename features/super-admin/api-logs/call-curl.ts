import { projectHeader, sessionHeader } from '#contract/envelope.ts';
import { hasBody, type Method } from '#contract/endpoint.ts';
import { type ApiCall, maskedValue } from './api-logs.contract.ts';

/** What stands where the log has nothing: `<token>`, to be filled in. */
const placeholder = (name: string): string => `<${name}>`;
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The call as a command for a terminal. What the log doesn't keep is left to whoever makes it again. */
export function curlOf({ method, path, parameters, is_shop: isShop }: ApiCall, origin: string): string {
  const known = new Map(parameters.map(({ name, value }) => [name, value]));
  const valueOf = (name: string): string => {
    const value = known.get(name);
    return value === undefined || value.includes(maskedValue) ? placeholder(name) : encodeURIComponent(value);
  };
  const address = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => valueOf(name));
  const asked = parameters.filter(({ name, is_in_path: isInPath }) => !isInPath && name !== maskedValue);
  const query = asked.map(({ name }) => `${encodeURIComponent(name)}=${valueOf(name)}`).join('&');
  return [
    `curl ${quoted(origin + address + (query === '' ? '' : `?${query}`))}`,
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...(isShop ? [] : [`-H ${quoted(`${sessionHeader}: <session>`)}`, `-H ${quoted(`${projectHeader}: <project token>`)}`]),
    ...(hasBody(method as Method) ? [`-H 'content-type: application/json'`, `-d '<body>'`] : []),
  ].join(' \\\n  ');
}
