export const pluginLine = (origin: string, token: string): string =>
  `<script src="${origin}/plugin.js" data-token="${token}" defer></script>`;

/** What a content policy of the shop has to allow. */
export const policyOf = (origin: string): string => `script-src ${origin}; connect-src ${origin}`;
