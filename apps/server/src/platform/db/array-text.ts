/**
 * Formats an array for a set-based statement. Numbers, codes and UUIDs need no quoting; the driver's own encoding costs
 * much of a large batch. Never use it for user input.
 */
export const arrayText = (values: readonly (bigint | number | string | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`;
