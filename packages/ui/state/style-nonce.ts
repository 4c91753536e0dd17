/** The CSP admits style elements with this nonce only. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';

// Read by the component library's scroll lock.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });
