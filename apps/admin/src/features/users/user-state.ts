import type { Output } from '@app/protocol';
import type * as routes from '@app/protocol/staff';

export type Profile = Output<typeof routes.openUser>;
type State = Profile['state'];

/** Tone of a state's tag. */
export const STATE_TONES: Readonly<Record<State, 'ok' | 'danger' | 'warn' | 'plain'>> = {
  open: 'ok',
  frozen: 'danger',
  closing: 'warn',
  closed: 'plain',
};

/** Whether withdrawals are held at a time. */
export const isHeld = ({ withdrawals_held_until: until }: Profile, nowMs: number): boolean =>
  until !== null && until > nowMs;
