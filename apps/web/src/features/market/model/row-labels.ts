type Said = {
  /** What must be known before a price is believed. */
  readonly warnings: readonly (string | false | undefined)[];
  /** What is said where there is room. */
  readonly rest: readonly (string | false | undefined)[];
};
export type RowLabels = { readonly words: readonly string[]; readonly lines: 1 | 2 };

/** The second line of a row. What has no room falls off its end, and a warning never may: two of them have two lines for themselves. */
export function rowLabels({ warnings, rest }: Said): RowLabels {
  const musts = warnings.filter(isSaid);
  if (musts.length > 1) return { words: musts, lines: 2 };
  return { words: [...musts, ...rest.filter(isSaid)], lines: 1 };
}

const isSaid = (word: string | false | undefined): word is string => typeof word === 'string' && word !== '';
