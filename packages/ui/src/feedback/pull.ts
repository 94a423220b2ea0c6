/** Pulling a list down to refresh it: the sheet follows the finger at half speed and lets go beyond a threshold. */
export const PULL_THRESHOLD = 60;
const FOLLOWS = 0.5;
const FURTHEST = 96;

/** How far the list moves for so many pixels of finger; upwards it does not move. */
export const pulledBy = (dragged: number) => Math.min(FURTHEST, Math.max(0, dragged * FOLLOWS));

export const isPulled = (distance: number) => distance >= PULL_THRESHOLD;
