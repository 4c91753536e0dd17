/** Where files are kept by the protocol of Amazon S3. Plain data: it is handed to the processes of imports. */
export interface S3Settings {
  /** `http://` or `https://`, host and port. */
  readonly endpoint: string;
  readonly bucket: string;
  /** What all names begin with in the bucket, so that several installations can share one: empty, or with a slash at its end. */
  readonly prefix: string;
  readonly region: string;
  /** null looks for them where Amazon's own programs do: in `AWS_…` variables, or in the role of the machine. */
  readonly credentials: { readonly key: string; readonly secret: string } | null;
}

/** Most others than Amazon take any. */
const defaultRegion = 'us-east-1';
const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const prefixPattern = /^(?:[\w-][\w.-]*\/)*$/;

/**
 * Reads `s3://key:secret@host:port/bucket/prefix?region=eu-central-1&tls=off`; all but host and bucket may be missing. `apart` are key
 * and secret that stand in variables of their own. null for what can't be read.
 */
export function s3SettingsOf(text: string, apart: { readonly key: string; readonly secret: string }): S3Settings | null {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:' || url.host === '' || url.hash !== '') return null;
  const { region = defaultRegion, tls = 'on', ...unknown } = Object.fromEntries(url.searchParams);
  const [bucket = '', ...folders] = url.pathname.split('/').slice(1);
  const prefix = folders
    .filter(Boolean)
    .map((folder) => `${folder}/`)
    .join('');
  const key = apart.key || decoded(url.username);
  const secret = apart.secret || decoded(url.password);
  const isValid =
    bucketPattern.test(bucket) &&
    prefixPattern.test(prefix) &&
    /^[\w-]+$/.test(region) &&
    ['on', 'off'].includes(tls) &&
    Object.keys(unknown).length === 0 &&
    key !== null &&
    secret !== null &&
    (key === '') === (secret === '');
  if (!isValid) return null;
  const endpoint = `${tls === 'off' ? 'http' : 'https'}://${url.host}`;
  return { endpoint, bucket, prefix, region, credentials: key === '' ? null : { key, secret } };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
