/** Amounts are whole thousandths: no currency in use divides further, and a corrected currency needs no recount. */
const scale = 1_000;

/** Exact for prices up to `maximumAmount`. */
export const amountOf = (price: number, quantity: number): number => Math.round(price * quantity * scale);

/** In units of the currency. */
export const turnoverOf = (amount: number): number => amount / scale;

export const isCurrency = (value: unknown): value is string => typeof value === 'string' && /^[A-Z]{3}$/.test(value);
