import { type CallOptions, CallRefused } from '@app/client/call';
import type { Call, Output, Route } from '@app/protocol';
import { call } from '../call/call.ts';
import { sessionScope } from './session.ts';
import { requestProof, StepUpGivenUp } from './step-up-question.ts';

const currentScreen = () => `${globalThis.location?.hash} ${sessionScope()}`;

/** Calls a route that may need step-up: if the server requires it, prompts the user and sends the call again. */
export async function callProven<R extends Route>(
  route: R,
  fields: Call<R>,
  options: CallOptions = {},
): Promise<Output<R>> {
  const requestedAt = currentScreen();
  try {
    return await call(route, fields, options);
  } catch (error) {
    if (!(error instanceof CallRefused) || error.code !== 'step_up_required') throw error;
    if (currentScreen() !== requestedAt) throw new StepUpGivenUp(); // Do not prompt a user who has left the screen.
    const challenge = await requestProof(route, fields);
    return await call(route, { ...fields, challenge } as Call<R>, options); // Every such route has the field.
  }
}
