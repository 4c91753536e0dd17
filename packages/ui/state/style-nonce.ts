/** The server lets style elements with this nonce onto the page, and no others. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';

// Where the component library's scroll lock looks for it.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });
