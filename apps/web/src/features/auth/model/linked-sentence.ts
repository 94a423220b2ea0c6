/** A sentence in pieces: words, and the names of the links that stand between them. */
export type Piece<Name extends string> = { readonly text: string } | { readonly link: Name };

/** Stands for a link while the sentence is put together; no language writes it. */
export const placeOf = (name: string) => `\u2060${name}\u2060`;

/** Takes a sentence apart at its links, wherever a language puts them. */
export function piecesOf<Name extends string>(sentence: string, names: readonly Name[]): readonly Piece<Name>[] {
  return sentence.split('\u2060').flatMap((part): Piece<Name>[] => {
    const link = names.find((name) => name === part);
    if (link !== undefined) return [{ link }];
    return part === '' ? [] : [{ text: part }];
  });
}
