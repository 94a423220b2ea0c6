type RowParts = {
  /** Warnings about the price. */
  readonly warnings: readonly (string | false | undefined)[];
  /** Labels shown if there is space. */
  readonly rest: readonly (string | false | undefined)[];
};
export type RowLabels = {
  readonly labels: readonly string[];
  /** How many of the first labels must be seen: the warnings. */
  readonly musts: number;
  readonly lines: 1 | 2;
};

/**
 * Returns the second line of a row. Labels that do not fit are cut off at the end, but warnings never are: two of them
 * take two lines.
 */
export function rowLabels({ warnings, rest }: RowParts): RowLabels {
  const musts = warnings.filter(isShown);
  if (musts.length > 1) return { labels: musts, musts: musts.length, lines: 2 };
  return { labels: [...musts, ...rest.filter(isShown)], musts: musts.length, lines: 1 };
}

const isShown = (label: string | false | undefined): label is string => typeof label === 'string' && label !== '';
