/** Piece of a sentence: text, or the name of a link. */
export type Piece<Name extends string> = { readonly text: string } | { readonly link: Name };

/** Placeholder of a link while the sentence is composed; it occurs in no language. */
export const placeOf = (name: string) => `\u2060${name}\u2060`;

/** Splits a sentence at its links, wherever a language places them. */
export function piecesOf<Name extends string>(sentence: string, names: readonly Name[]): readonly Piece<Name>[] {
  return sentence.split('\u2060').flatMap((part): Piece<Name>[] => {
    const link = names.find((name) => name === part);
    if (link !== undefined) return [{ link }];
    return part === '' ? [] : [{ text: part }];
  });
}
