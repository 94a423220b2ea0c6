/**
 * An array for a set-based statement. Numbers, codes and UUIDs need no quoting, so it is written here: the driver's own way
 * costs much of a large batch. Never for words that somebody typed.
 */
export const arrayText = (values: readonly (bigint | number | string | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`;
