import type { Call, Output, Route } from '@app/protocol';
import { call } from './call.ts';
import { CallRefused } from './call-refused.ts';
import type { CallOptions } from './send-call.ts';
import { askToProve } from './step-up-question.ts';

/** Calls a route that wants more than a session: where the server says so, its owner is asked, and the call goes out again. */
export async function callProven<R extends Route>(
  route: R,
  fields: Call<R>,
  options: CallOptions = {},
): Promise<Output<R>> {
  try {
    return await call(route, fields, options);
  } catch (error) {
    if (!(error instanceof CallRefused) || error.code !== 'step_up_required') throw error;
    const challenge = await askToProve(route, fields);
    return await call(route, { ...fields, challenge } as Call<R>, options); // Every such route has the field.
  }
}
