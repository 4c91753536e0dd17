/** For a page that only the console frames: it may run our scripts and call our server, and nothing else. Its script creates its styles. */
export const framedPolicy: string = [
  "default-src 'none'",
  "script-src 'self'",
  "img-src 'self' data: https: http:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** Our files and pictures from shops. Scripts are never inline; style elements carry the nonce of their page. */
export const contentPolicy = (styleNonce?: string): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    styleNonce ? `style-src 'self' 'nonce-${styleNonce}'` : "style-src 'self'",
    "img-src 'self' data: https: http:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
