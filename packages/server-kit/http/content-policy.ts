/**
 * Of a page that the console shows in a frame, and nobody else: it runs our own scripts, asks our own server, and leads nowhere. Its styles
 * are made by its script.
 */
export const framedPolicy: string = [
  "default-src 'none'",
  "script-src 'self'",
  "img-src 'self' data: https: http:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/**
 * What a page may load and run: our own files alone, and pictures from the shops. Scripts are never inline. Style elements carry the
 * nonce of their page.
 */
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
