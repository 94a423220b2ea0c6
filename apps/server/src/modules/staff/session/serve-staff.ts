import type { StaffRole } from '@app/domain/staff';
import { checkAccess, type Input, type Output, type Route } from '@app/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { accept, refuseWith } from '../../../platform/http/accept.ts';
import { tokenIn } from '../../../platform/http/admit.ts';
import type { Http } from '../../../platform/http/caller.ts';
import { bindRoute, type RequestInfo, readInput } from '../../../platform/http/serve.ts';
import { PRIVATE_HEADERS } from '../../../platform/http/serve-download.ts';
import { hashToken, isToken } from '../../auth/index.ts';
import type { StaffDeps } from '../staff-deps.ts';
import { hashBody, isProven, PROOF_HEADER } from './device-proof.ts';
import { findSession, touchSession } from './session.store.ts';

/** A signed-in staff member. Whatever they do is done with the hash of their token: the database finds out who it is. */
export type StaffCaller = {
  readonly staffId: bigint;
  readonly roles: readonly StaffRole[];
  readonly sessionId: bigint;
  readonly tokenHash: Buffer;
  readonly endsAt: Date;
};

type CallerOf<R extends Route> = R['access'] extends 'visitor' ? undefined : StaffCaller;
type StaffHandler<R extends Route> = (input: Input<R>, caller: CallerOf<R>, info: RequestInfo) => Promise<Output<R>>;

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the body as it was sent. */
    bodyHash: string | undefined;
  }
}

/** Keeps the hash of each JSON body, which the device has signed. */
export function hashBodies(app: FastifyInstance): void {
  app.decorateRequest('bodyHash', undefined);
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'application/x-www-form-urlencoded']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    request.bodyHash = hashBody(body);
    void parse(request, String(body), done);
  });
}

/** Time after which a session's last use is noted again. */
const TOUCH_SECONDS = 10;

/** Binds a route of the staff API. Its callers are staff members with one of the route's roles, on the device of their session. */
export const serveStaff = <R extends Route>(
  http: Pick<Http, 'app' | 'bound'>,
  deps: Pick<StaffDeps, 'db'>,
  route: R,
  handle: StaffHandler<R>,
): void =>
  bindRoute(http, route, {
    admit: async ({ request }) => (await admitStaff(deps, route, request)) as CallerOf<R>, // Typed by the route's access.
    handle,
  });

/** Binds a route of the staff API whose response is a picture to be looked at: nothing in it executes, nobody stores it. */
export function serveStaffPicture<R extends Route>(
  http: Pick<Http, 'app' | 'bound'>,
  deps: Pick<StaffDeps, 'db'>,
  route: R,
  handle: (input: Input<R>, caller: StaffCaller) => Promise<Buffer>,
): void {
  http.bound.add(route);
  http.app.route({
    method: route.method,
    url: `/api${route.path}`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const caller = (await admitStaff(deps, route, request)) ?? refuseWith('login_required');
      const picture = await handle(readInput(route, request), caller);
      const headers = { ...PRIVATE_HEADERS, 'content-disposition': 'inline', 'content-type': route.download };
      return reply.headers(headers).send(picture);
    },
  });
}

async function admitStaff(
  { db }: Pick<StaffDeps, 'db'>,
  route: Route,
  request: FastifyRequest,
): Promise<StaffCaller | undefined> {
  if (route.access === 'visitor') return undefined;
  const token = tokenIn(request);
  if (token === '') return refuseWith('login_required');
  const tokenHash = hashToken(token);
  const session = isToken(token) ? await findSession(db, tokenHash) : undefined;
  if (session === undefined) return refuseWith('session_invalid');
  const { [PROOF_HEADER]: proof } = request.headers;
  const bodyHash = request.bodyHash ?? hashBody('');
  const signed = { method: request.method, url: request.url, bodyHash, proof: typeof proof === 'string' ? proof : '' };
  if (!isProven(session.device_key, signed, session.now.getTime())) return refuseWith('session_invalid');
  accept(checkAccess(route.access, { staffRoles: session.roles }, route.staffRoles));
  if (session.idle > TOUCH_SECONDS) await touchSession(db, session.session_id);
  const { staff_id: staffId, session_id: sessionId, roles, ends_at: endsAt } = session;
  return { staffId, sessionId, roles, tokenHash, endsAt };
}
