import { expectDefined } from '@app/base';
import { authSettings, checkProven, type NeededFactors } from '@app/domain/auth';
import { type Output, proofFieldsOf, ROUTES, type Route } from '@app/protocol';
import type { startStepUp as route } from '@app/protocol/auth';
import * as z from 'zod/mini';
import { refuseWith } from '../../../platform/http/accept.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { Malformed } from '../../../platform/http/serve.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { digestOf, nameOf } from './digest.ts';
import { insertStepUp, type StepUpRow } from './step-up.store.ts';
import { readNeeded } from './step-up.ts';

export type Progress = Output<typeof route>;

/** Binds a challenge to one action: its route, and all fields that will be sent to it. */
export async function startStepUp(
  deps: AuthDeps,
  { userId, sessionId }: Caller,
  { path, fields }: { readonly path: string; readonly fields: string },
): Promise<Progress> {
  const action = findAction(path) ?? refuseWith('not_found');
  const digest = digestOf(action, readFields(action, fields));
  const { value: lifetimeSeconds } = await deps.settings.read(authSettings.stepUpLifetime);
  const challenge = { id: deps.nextId(), userId, sessionId, action: nameOf(action), digest };
  return await deps.transact(async (tx) => {
    const needed = await readNeeded(tx, stepUpOf(action).policy, userId);
    return describeProgress(expectDefined(await insertStepUp(tx, challenge, lifetimeSeconds), 'the challenge'), needed);
  });
}

const findAction = (path: string) =>
  ROUTES.find((route) => route.path === path && route.stepUp !== undefined && route.method !== 'GET');

export const stepUpOf = ({ stepUp, path }: Route) => expectDefined(stepUp, `the step-up of ${path}`);

/** Parses the fields as the action's route will; its proof is not present yet, even where the route requires it. */
function readFields(route: Route, text: string): object {
  const proof = proofFieldsOf(route);
  const entries = Object.entries(route.request.shape).filter(([name]) => !proof.includes(name));
  const decoded = z.safeDecode(z.object(Object.fromEntries(entries)), parse(text) as never); // Validated here.
  return decoded.success ? decoded.data : malformed();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return malformed();
  }
}

const malformed = (): never => {
  throw new Malformed(['fields']);
};

export const describeProgress = (row: StepUpRow, needed: NeededFactors): Progress => ({
  challenge: row.id,
  needs: needed.map((group) => [...group]),
  proven: row.proven,
  is_enough: checkProven(needed, new Set(row.proven)).ok,
  expires_at: row.expires_at.getTime(),
});
