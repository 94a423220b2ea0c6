/** After the last movement, momentum scrolling may still run and the user may still be reading. */
const AT_REST_MS = 1_000;

/** Current interaction with the list. */
export type Hand = { readonly fingers: number; readonly scrolledAt: number; readonly hasKeyFocus: boolean };

/** Returns whether rows may be reordered: never during a touch, while scrolling, or with keyboard focus. */
export const isCalm = ({ fingers, scrolledAt, hasKeyFocus }: Hand, now: number): boolean =>
  fingers === 0 && !hasKeyFocus && now - scrolledAt >= AT_REST_MS;
