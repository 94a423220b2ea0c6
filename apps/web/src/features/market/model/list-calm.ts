/** After the last movement, momentum may still be running, and an eye still reading. */
const AT_REST_MS = 1_000;

/** What is known of the hand on the list. */
export type Hand = { readonly fingers: number; readonly scrolledAt: number; readonly hasKeyFocus: boolean };

/** Whether rows may change places: never under a finger, while the list moves, or under the focus of a keyboard. */
export const isCalm = ({ fingers, scrolledAt, hasKeyFocus }: Hand, now: number): boolean =>
  fingers === 0 && !hasKeyFocus && now - scrolledAt >= AT_REST_MS;
