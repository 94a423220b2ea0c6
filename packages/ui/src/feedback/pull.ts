/** Distance at which pull-to-refresh triggers. The sheet follows the finger at half speed. */
export const PULL_THRESHOLD = 60;
const FOLLOWS = 0.5;
const FURTHEST = 96;

/** Returns how far the list moves for a drag of so many pixels; it does not move upwards. */
export const pulledBy = (dragged: number) => Math.min(FURTHEST, Math.max(0, dragged * FOLLOWS));

export const isPulled = (distance: number) => distance >= PULL_THRESHOLD;
