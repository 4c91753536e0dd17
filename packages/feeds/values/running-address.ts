/**
 * Addresses that run what they hold when a shop makes a link or a frame of them. Code needs one of these signs, which
 * `JavaScript: The Good Parts` lacks; and `Data: 5 GB` is no address of data.
 */
const running = /^[\0- ]*(?:(?:java|vb)script:[^]*[(`=[%\\]|data:\s*(?:[\w.+-]+\/[\w.+-]+)?\s*(?:;[^,]*)?,)/i;

/** Whether a value is an address that shops must not follow. */
export const isRunningAddress = (text: string): boolean => running.test(text);
