import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import { serveAtRoot } from '../edge/static.ts';
import { type ReviewDeps, reviewRoutes } from '../modules/admin/index.ts';
import { claimDeskRoutes } from '../modules/claim/index.ts';
import { payoutDeskRoutes } from '../modules/payout/index.ts';
import { reconciliationRoutes } from '../modules/reconciliation/index.ts';
import { hashBodies, type StaffDeps, staffRoutes } from '../modules/staff/index.ts';
import { supportRoutes } from '../modules/support/index.ts';
import { withdrawalDeskRoutes } from '../modules/withdrawal/index.ts';
import type { Http } from '../platform/http/caller.ts';
import { createHttp } from '../platform/http/http.ts';
import { measureHttp } from '../platform/http/metrics.ts';
import { createRegistry } from '../platform/process/metrics.ts';

export type AdminOptions = {
  readonly log: FastifyBaseLogger;
  readonly trustedProxies?: readonly string[];
  readonly connectionsMax?: number;
  /** The built back office; nothing but the API is served where it is missing, as in development. */
  readonly folder?: string;
};

/** Composes the staff API and its app; the process and its tests start the same application. No user is ever found here. */
export async function createAdmin(
  deps: StaffDeps & ReviewDeps,
  options: AdminOptions,
): Promise<{ readonly http: Http; readonly metrics: Registry }> {
  const http = createHttp({ ...options, findCaller: () => Promise.resolve(undefined) });
  const metrics = createRegistry('admin');
  measureHttp(http.app, metrics);
  hashBodies(http.app);
  staffRoutes(http, deps);
  reviewRoutes(http, deps);
  supportRoutes(http, deps);
  withdrawalDeskRoutes(http, deps);
  reconciliationRoutes(http, deps);
  claimDeskRoutes(http, deps);
  payoutDeskRoutes(http, deps);
  const { folder = '', log } = options;
  if (existsSync(join(folder, 'index.html'))) await serveAtRoot(http.app, { root: folder, publicUrl: undefined });
  else log.warn({ folder }, 'admin.app_missing');
  return { http, metrics };
}
