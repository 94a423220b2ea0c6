import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { Engine } from '../engine/client.ts';
import {
  authRoutes,
  createFindCaller,
  createFindChangedSessions,
  createKnownCallers,
  createPasswords,
  createReadCaller,
  type KnownCallers,
  notifyReusedToken,
  PASSWORD_COST,
} from '../modules/auth/index.ts';
import { claimRoutes } from '../modules/claim/index.ts';
import { contentRoutes } from '../modules/content/index.ts';
import { closeDemoDeals, contractFees, contractRoutes, createContractFacts } from '../modules/contract/index.ts';
import { conversionFacts, convertRoutes } from '../modules/convert/index.ts';
import { depositRoutes } from '../modules/deposit/index.ts';
import { createExportKinds, exportRoutes } from '../modules/export/index.ts';
import { kycRoutes } from '../modules/kyc/index.ts';
import type { Ledger } from '../modules/ledger/index.ts';
import { limitsRoutes } from '../modules/limits/index.ts';
import { type Board, type History, marketRoutes, proveTick, showBlocks } from '../modules/market/index.ts';
import { type Media, mediaRoutes } from '../modules/media/index.ts';
import { notifyRoutes } from '../modules/notify/index.ts';
import { payeeRoutes } from '../modules/payee/index.ts';
import { payoutRoutes } from '../modules/payout/index.ts';
import { proofRoutes } from '../modules/proof/index.ts';
import { createCheckProduct, referenceRoutes, type Settings } from '../modules/reference/index.ts';
import { createSecondsFacts, refuseOpenDemoBets, secondsRoutes } from '../modules/seconds/index.ts';
import { closeDemoOrders, createSpotFacts, fillFees, spotRoutes } from '../modules/spot/index.ts';
import { statementRoutes } from '../modules/statement/index.ts';
import { valueAtRates, walletRoutes } from '../modules/wallet/index.ts';
import { withdrawalRoutes } from '../modules/withdrawal/index.ts';
import type { Db } from '../platform/db/database.ts';
import { serveApiPage } from '../platform/http/api-page.ts';
import type { Http } from '../platform/http/caller.ts';
import { createHttp } from '../platform/http/http.ts';
import { measureHttp, measureReplays } from '../platform/http/metrics.ts';
import { limitSoftly, type SoftLimit } from '../platform/http/soft-limit.ts';
import type { KeyRing } from '../platform/process/key-ring.ts';
import { createRegistry } from '../platform/process/metrics.ts';
import type { Platform } from '../platform/process/platform.ts';
import { dataExport, OPEN_ORDERS } from './personal-data.ts';

export type ApiDeps = Platform & {
  /** For polls of what changed: behind hundreds of requests they would come too late, and nobody would be known. */
  readonly pollDb: Db;
  readonly ledger: Ledger;
  readonly settings: Settings;
  readonly keys: KeyRing;
  readonly media: Media;
  readonly board: Board;
  readonly history: History;
  readonly engine: Engine;
  readonly publicUrl: string;
  readonly pdfFonts: string;
  /** Whether real money may be converted at the prices of a local venue: in development only. */
  readonly allowsLocalPrices?: boolean;
};

export type ApiOptions = {
  readonly log: FastifyBaseLogger;
  readonly trustedProxies?: readonly string[];
  readonly connectionsMax?: number;
  readonly softLimit: SoftLimit;
};

export type Api = { readonly http: Http; readonly metrics: Registry; readonly callers: KnownCallers };

/** Composes everything under `/api`; the process and its tests start the same application. */
export function createApi(deps: ApiDeps, options: ApiOptions): Api {
  const finding = { keepsAwake: true, onUnknownToken: notifyReusedToken(deps) };
  const findCaller = createFindCaller(deps, finding);
  const callers = createKnownCallers(deps.bus, {
    find: createReadCaller(deps, finding),
    findChanged: createFindChangedSessions({ db: deps.pollDb }),
  });
  const frame = createHttp({
    ...options,
    findCaller,
    checkProduct: createCheckProduct(deps.settings),
  });
  const metrics = createRegistry('api');
  measureHttp(frame.app, metrics);
  measureReplays(metrics);
  const http: Http = {
    ...frame,
    findKnownCaller: callers.find,
    limitUser: limitSoftly(frame.app, deps.cache, options.softLimit),
  };
  serveApiPage(http.app);
  referenceRoutes(http, deps);
  // Each product with open demo positions registers how to close them.
  const passwords = createPasswords(PASSWORD_COST);
  authRoutes(http, {
    ...deps,
    passwords,
    // What can refuse comes first: then nothing of the others is cancelled.
    demoClosers: [refuseOpenDemoBets(deps), closeDemoDeals(deps), closeDemoOrders(deps.engine)],
    openOrders: OPEN_ORDERS,
    valueInUsdt: valueAtRates(deps.board),
  });
  payeeRoutes(http, { ...deps, passwords });
  limitsRoutes(http, deps);
  contentRoutes(http, deps);
  kycRoutes(http, deps);
  mediaRoutes(http, deps);
  marketRoutes(http, deps);
  proofRoutes(http, { ...deps, proveTick, readBlocks: showBlocks });
  // Each product registers what its records say.
  walletRoutes(http, {
    ...deps,
    facts: [createSpotFacts(deps), createContractFacts(deps), createSecondsFacts(deps), conversionFacts],
  });
  spotRoutes(http, deps);
  contractRoutes(http, deps);
  secondsRoutes(http, deps);
  convertRoutes(http, deps);
  depositRoutes(http, deps);
  claimRoutes(http, deps);
  withdrawalRoutes(http, { ...deps, passwords });
  payoutRoutes(http, { ...deps, passwords });
  // Each product whose transfers contain fees registers how to read them.
  const fees = [fillFees, ...contractFees];
  statementRoutes(http, { ...deps, fees });
  notifyRoutes(http, deps);
  exportRoutes(http, { ...deps, passwords, kinds: [...createExportKinds({ ...deps, fees }), dataExport(deps.db)] });
  return { http, metrics, callers };
}
