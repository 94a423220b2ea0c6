import type { Route } from '@app/protocol';
import { create } from 'zustand';

/** An action that waits for the user's step-up; the sheet lives in the auth feature. */
export type StepUpRequest = {
  readonly route: Route;
  /** Fields to be sent, before encoding. */
  readonly fields: object;
  /** Called with the number of a challenge that was proven for exactly these fields. */
  readonly proven: (challenge: bigint) => void;
  readonly givenUp: () => void;
};

export const useStepUp = create<{ readonly request: StepUpRequest | undefined }>(() => ({ request: undefined }));

/** The user closed the sheet: nothing was sent, and no message is needed. */
export class StepUpGivenUp extends Error {}

/** Returns the error to show; null if the user closed the sheet. */
export const unlessGivenUp = (error: Error | null) => (error instanceof StepUpGivenUp ? null : error);

/**
 * Requests step-up from the user, also for a call whose proof is typed later; the number works once, for exactly these
 * fields.
 */
export const requestProof = (route: Route, fields: object): Promise<bigint> =>
  new Promise((resolve, reject) => {
    const end = (act: () => void) => () => {
      useStepUp.setState({ request: undefined });
      act();
    };
    useStepUp.getState().request?.givenUp(); // One sheet, one request: the previous one can no longer be answered.
    const proven = (challenge: bigint) => end(() => resolve(challenge))();
    useStepUp.setState({ request: { route, fields, proven, givenUp: end(() => reject(new StepUpGivenUp())) } });
  });
