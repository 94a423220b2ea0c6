/** Products whose results a statement shows separately. In a file of its own: screens need it without the kinds of transfers. */
export const PRODUCTS_WITH_RESULTS = ['spot', 'contract', 'seconds', 'convert'] as const;
export type ResultProduct = (typeof PRODUCTS_WITH_RESULTS)[number];
