/** Returns the id in an address, or undefined if it is not a valid id. */
export const articleIdIn = (text: string | null): bigint | undefined =>
  text !== null && /^[1-9]\d{0,17}$/.test(text) ? BigInt(text) : undefined;

export const articlePath = (id: bigint): string => `/pages/common/article?id=${id}`;
