type RowParts = {
  /** What must be known before a price is believed. */
  readonly warnings: readonly (string | false | undefined)[];
  /** What is said where there is room. */
  readonly rest: readonly (string | false | undefined)[];
};
export type RowLabels = { readonly labels: readonly string[]; readonly lines: 1 | 2 };

/** The second line of a row. What has no room falls off its end, and a warning never may: two of them have two lines for themselves. */
export function rowLabels({ warnings, rest }: RowParts): RowLabels {
  const musts = warnings.filter(isShown);
  if (musts.length > 1) return { labels: musts, lines: 2 };
  return { labels: [...musts, ...rest.filter(isShown)], lines: 1 };
}

const isShown = (label: string | false | undefined): label is string => typeof label === 'string' && label !== '';
