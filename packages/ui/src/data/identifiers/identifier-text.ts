const SHOWN_ENDS = 6; // Design 2.5: the part users compare.
const GROUP = 4;
const HASH_START = 8;

type Piece = { text: string; isEnd: boolean };

/** Shortens a hash to 9c0e 41d7 … b2a8; short ones stay whole. */
export function cutHash(hash: string): string {
  if (hash.length <= HASH_START + GROUP) return hash;
  return [...groupsOf(hash.slice(0, HASH_START)), '…', hash.slice(-GROUP)].join(' ');
}

/** Splits an address into groups of four; the first and last six characters are marked. */
export function addressGroups(address: string): Piece[][] {
  const lastEnd = Math.max(address.length - SHOWN_ENDS, SHOWN_ENDS);
  return groupsOf(address).map((group, index) => {
    const letters = [...group].map((letter, within) => {
      const place = index * GROUP + within;
      return { text: letter, isEnd: place < SHOWN_ENDS || place >= lastEnd };
    });
    return letters.reduce<Piece[]>(joinAlike, []);
  });
}

function joinAlike(pieces: Piece[], next: Piece): Piece[] {
  const last = pieces.at(-1);
  if (last?.isEnd !== next.isEnd) return [...pieces, next];
  return [...pieces.slice(0, -1), { text: last.text + next.text, isEnd: next.isEnd }];
}

const groupsOf = (text: string) => text.match(/.{1,4}/g) ?? [];
