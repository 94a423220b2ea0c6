import type { Route } from '@app/protocol';
import { create } from 'zustand';

/** An action that waits for its owner to prove themselves; the sheet that asks lives in the auth feature. */
export type StepUpRequest = {
  readonly route: Route;
  /** What will be sent, before it is encoded. */
  readonly fields: object;
  /** With the number of a challenge that was proven for exactly these fields. */
  readonly proven: (challenge: bigint) => void;
  readonly givenUp: () => void;
};

export const useStepUp = create<{ readonly request: StepUpRequest | undefined }>(() => ({ request: undefined }));

/** The user closed the sheet: nothing was sent, and nothing needs to be said. */
export class StepUpGivenUp extends Error {}

/** What went wrong and must be said. */
export const unlessGivenUp = (error: Error | null) => (error instanceof StepUpGivenUp ? null : error);

/** Asks the owner, also for a call whose proof is typed later; the number works once, for exactly these fields. */
export const requestProof = (route: Route, fields: object): Promise<bigint> =>
  new Promise((resolve, reject) => {
    const end = (act: () => void) => () => {
      useStepUp.setState({ request: undefined });
      act();
    };
    useStepUp.getState().request?.givenUp(); // One sheet, one question: nobody answers the one before any more.
    const proven = (challenge: bigint) => end(() => resolve(challenge))();
    useStepUp.setState({ request: { route, fields, proven, givenUp: end(() => reject(new StepUpGivenUp())) } });
  });
