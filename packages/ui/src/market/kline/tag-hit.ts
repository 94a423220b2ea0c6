import { type PlacedTag, TAG_HALF } from './place-tags.ts';

type Pointer = { readonly x: number; readonly y: number };

/** Distance from a tag at which a finger still hits it: a target of 44 px. */
const REACH = 13;
const ASIDE = 4;

/** Returns the tag under a pointer, the nearest of several. */
export function tagAt<Mark>(tags: readonly PlacedTag<Mark>[], { x, y }: Pointer): PlacedTag<Mark> | undefined {
  const isHit = (tag: PlacedTag<Mark>) =>
    x >= tag.x - ASIDE && x <= tag.x + tag.width + ASIDE && Math.abs(tag.y - y) <= TAG_HALF + REACH;
  return tags.filter(isHit).sort((one, other) => Math.abs(one.y - y) - Math.abs(other.y - y))[0];
}
