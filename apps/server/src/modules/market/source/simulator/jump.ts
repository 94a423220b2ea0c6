import { YEAR_MINUTES } from './halving.ts';
import { hash, type Key, share } from './noise.ts';

/** At most one jump in each 2^15 minutes (23 days), in two pieces out of five. */
const PIECE_MINUTES = 2 ** 15;
const CHANCE = 0.4;
const SALT = { chance: 0x27d4eb2f, sign: 0x165667b1, size: 0x3c6ef372, place: 0x6a09e667 };
const DAY_DEVIATION = Math.sqrt(1440 / YEAR_MINUTES);

/** The jump of one piece: its size, and its time as a fraction of the piece. */
type Jump = { readonly piece: number; readonly size: number; readonly at: number };

function jumpOf(key: Key, piece: number): Jump {
  const chance = (salt: number) => share(hash(key, piece, salt));
  if (chance(SALT.chance) >= CHANCE) return { piece, size: 0, at: 0 };
  const size = (chance(SALT.sign) < 0.5 ? 1 : -1) * (0.5 + chance(SALT.size)) * DAY_DEVIATION;
  return { piece, size, at: chance(SALT.place) };
}

/** Returns the jump process: a step at one instant, offset evenly over its piece, so that pieces stay independent. */
export function jumpsOf(key: Key): (minute: number) => number {
  let jump = jumpOf(key, 0);
  return (minute) => {
    const piece = Math.floor(minute / PIECE_MINUTES);
    if (piece !== jump.piece) jump = jumpOf(key, piece);
    const place = minute / PIECE_MINUTES - piece;
    return place >= jump.at ? jump.size * (1 - place) : -jump.size * place;
  };
}
