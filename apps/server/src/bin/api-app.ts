import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { Engine } from '../engine/client.ts';
import {
  authRoutes,
  createFindCaller,
  createPasswords,
  notifyReusedToken,
  PASSWORD_COST,
} from '../modules/auth/index.ts';
import { contentRoutes } from '../modules/content/index.ts';
import { kycRoutes } from '../modules/kyc/index.ts';
import type { Ledger } from '../modules/ledger/index.ts';
import { limitsRoutes } from '../modules/limits/index.ts';
import { type Board, type History, marketRoutes, proveTick, showBlocks } from '../modules/market/index.ts';
import { type Media, mediaRoutes } from '../modules/media/index.ts';
import { notifyRoutes } from '../modules/notify/index.ts';
import { proofRoutes } from '../modules/proof/index.ts';
import { createCheckProduct, referenceRoutes, type Settings } from '../modules/reference/index.ts';
import { closeDemoOrders, spotRoutes } from '../modules/spot/index.ts';
import { walletRoutes } from '../modules/wallet/index.ts';
import { serveApiPage } from '../platform/http/api-page.ts';
import type { Http } from '../platform/http/caller.ts';
import { createHttp } from '../platform/http/http.ts';
import { measureHttp, measureReplays } from '../platform/http/metrics.ts';
import { limitSoftly, type SoftLimit } from '../platform/http/soft-limit.ts';
import type { KeyRing } from '../platform/process/key-ring.ts';
import { createRegistry } from '../platform/process/metrics.ts';
import type { Platform } from '../platform/process/platform.ts';

export type ApiDeps = Platform & {
  readonly ledger: Ledger;
  readonly settings: Settings;
  readonly keys: KeyRing;
  readonly media: Media;
  readonly board: Board;
  readonly history: History;
  readonly engine: Engine;
  readonly publicUrl: string;
};

export type ApiOptions = {
  readonly log: FastifyBaseLogger;
  readonly trustedProxies?: readonly string[];
  readonly connectionsMax?: number;
  readonly softLimit: SoftLimit;
};

/** Composes everything under `/api`; the process and its tests start the same application. */
export async function createApi(deps: ApiDeps, options: ApiOptions): Promise<{ http: Http; metrics: Registry }> {
  const frame = await createHttp({
    ...options,
    findCaller: createFindCaller(deps, { keepsAwake: true, onUnknownToken: notifyReusedToken(deps) }),
    checkProduct: createCheckProduct(deps.settings),
  });
  const metrics = createRegistry('api');
  measureHttp(frame.app, metrics);
  measureReplays(metrics);
  const http = { ...frame, limitUser: limitSoftly(frame.app, deps.cache, options.softLimit) };
  serveApiPage(http.app);
  referenceRoutes(http, deps);
  // Each product with open demo positions registers how to close them.
  const passwords = createPasswords(PASSWORD_COST);
  authRoutes(http, { ...deps, passwords, demoClosers: [closeDemoOrders(deps.engine)] });
  limitsRoutes(http, deps);
  contentRoutes(http, deps);
  kycRoutes(http, deps);
  mediaRoutes(http, deps);
  marketRoutes(http, deps);
  proofRoutes(http, { ...deps, proveTick, readBlocks: showBlocks });
  walletRoutes(http, deps);
  spotRoutes(http, deps);
  notifyRoutes(http, deps);
  return { http, metrics };
}
