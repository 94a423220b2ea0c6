import { createSecretKey } from 'node:crypto';
import { z } from 'zod';
import { isNetwork } from '../http/client-address.ts';
import { findUnsafeValues } from './unsafe-config.ts';

/**
 * The only file that reads the environment. A missing or malformed value stops the start-up; the error names the
 * variable and its purpose, never its value. Every variable has a description, which is its documentation.
 */
const count = (initial: number) => z.coerce.number().int().positive().default(initial);
const port = z.coerce.number().int().min(0).max(65_535);
const databaseUrl = z.url({ protocol: /^postgres(ql)?$/ });
const folder = z.string().min(1);

/** `nats://user:password@host:port` or `tls://…`, comma-separated. */
const natsUrl = z
  .string()
  .refine(
    (text) => text.split(',').every((url) => z.url({ protocol: /^(nats|tls)$/ }).safeParse(url.trim()).success),
    'must be nats:// or tls://',
  );
const busUrl = natsUrl.describe(
  'NATS, which carries orders to the engine, prices and updates for sockets: nats:// or tls:// with user and password of this process; the servers of a cluster comma-separated.',
);

/** `64 hex digits` or, while a key is replaced, two of them. */
const busKeys = z
  .string()
  .regex(/^[0-9a-f]{64}(,[0-9a-f]{64})*$/)
  .transform((text) => text.split(',').map((hex) => createSecretKey(hex, 'hex')));
const engineBusKey = busKeys.describe(
  'Signs commands to the engine and its answers: 64 hex digits. Two, comma-separated, while it is replaced: the first signs, both verify.',
);
const pushBusKey = busKeys.describe(
  'Signs updates for sockets and order books; written like ENGINE_BUS_KEY, and another key.',
);

/** Documents and verdicts cross no network unencrypted. */
const isEncryptedOrLocal = (text: string): boolean => {
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
};

const listOf = (item: z.ZodType<string, string>) =>
  z
    .string()
    .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
    .pipe(z.array(item));

const origin = z.url({ protocol: /^https?$/ }).refine((url) => new URL(url).origin === url, 'must be an origin');
const network = z.string().refine(isNetwork, 'must be an address or a CIDR');
const adminUrl = origin
  .default('http://localhost:4203')
  .describe('Where staff open the back office; passkeys are bound to it.');
const httpUrl = z.url({ protocol: /^http$/ });
const httpUrls = listOf(httpUrl).refine((urls) => urls.length > 0, 'must name at least one');

/** `newest:64 hex digits,older:…` */
const masterKeys = z
  .string()
  .regex(/^[a-z0-9]{1,16}:[0-9a-f]{64}(,[a-z0-9]{1,16}:[0-9a-f]{64})*$/)
  .transform((text) =>
    text.split(',').map((part) => {
      const [id = '', hex = ''] = part.split(':');
      return { id, key: Buffer.from(hex, 'hex') };
    }),
  )
  .describe('Seals what must be read again, newest first; what an older key sealed can still be opened.');

const publicUrl = origin.describe('Where users open the app: links in mails lead there, and passkeys belong to it.');

const pdfFonts = folder
  .default('/usr/share/fonts/opentype/noto')
  .describe(
    'Folder with NotoSansCJK-Regular.ttc and NotoSansCJK-Bold.ttc (Debian: fonts-noto-cjk), for PDFs in Chinese, Japanese and Korean; without them such a PDF is refused.',
  );

/** No default: a guessed seed reveals future prices. */
const feedSeed = z
  .string()
  .min(16)
  .max(100)
  .describe('The secret of simulated prices; the same in feed, api and gateway, which compute the past with it.');

/** Variables of every process. */
const Process = z.object({
  DEPLOYMENT: z
    .enum(['production', 'demonstration', 'development'])
    .default('production')
    .describe(
      'production refuses unsafe values; demonstration allows simulated prices; development allows everything.',
    ),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Events below this level are not logged.'),
  SHUTDOWN_GRACE_MS: count(10_000).describe('How long work that has begun may take after SIGTERM.'),
});

const Database = z.object({
  DATABASE_URL: databaseUrl.describe('The database, with the role of this process.'),
});

/** Variables of every process that runs on the database. */
const Guarded = Database.extend({
  DATABASE_CHECK_EVERY_MS: z.coerce
    .number()
    .int()
    .min(10)
    .max(60_000)
    .default(60_000)
    .describe('How often the process reads whether the database is still safe, and ends if it is not.'),
});

const Pool = Guarded.extend({
  DATABASE_CONNECTIONS: z.coerce.number().int().min(1).max(500).default(10).describe('Connections of the pool.'),
});

/** Variables of every process that runs until it is stopped. */
const Health = z.object({
  HEALTH_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('The address where /health and /metrics answer; loopback, or one that only your monitoring can reach.'),
  HEALTH_PORT: port.default(0).describe('The port where /health and /metrics answer; 0 takes any free port.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('The OpenTelemetry collector (OTLP over HTTP); without it nothing is traced.'),
  OTEL_TRACES_EXPORTER: z
    .enum(['otlp', 'none'])
    .optional()
    .describe('otlp traces also without an endpoint, to the standard one; none traces nothing.'),
  OTEL_TRACES_SAMPLER: z
    .enum(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'])
    .default('parentbased_always_on')
    .describe('Which calls are traced. The process they enter decides, never the caller; the others follow it.'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('The share of calls that parentbased_traceidratio traces, such as 0.01.'),
  OTEL_BSP_SCHEDULE_DELAY: count(5_000).describe('Milliseconds between two sends of spans to the collector.'),
});

/** Variables of every process that serves browsers. */
const Listening = Process.extend(Health.shape).extend({
  HTTP_PORT: port.describe('The port it listens on.'),
  HTTP_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('The address it listens on; loopback unless others must reach it.'),
  CONNECTIONS_MAX: count(10_000).describe('Beyond this many connections at once the next one is closed.'),
  TRUSTED_PROXIES: listOf(network)
    .prefault('')
    .describe('Our own proxies in front, as addresses or CIDRs: the last hop that is none of them is the client.'),
});

const Bus = z.object({
  NATS_URL: busUrl,
  NATS_NKEY_FILE: folder.optional().describe('File with the nkey seed of this process, instead of user and password.'),
  NATS_CA_FILE: folder
    .optional()
    .describe("File with the certificate authority of NATS; without it the system's are trusted."),
});

const Serving = Listening.extend(Pool.shape).extend(Bus.shape).extend({
  PUSH_BUS_KEY: pushBusKey,
  FEED_SEED: feedSeed,
});

const MigrateEnvironment = Process.pick({ DEPLOYMENT: true, LOG_LEVEL: true }).extend({
  ...Database.shape,
  POSTGRES_URL: databaseUrl
    .optional()
    .describe('An administrator of the cluster; set where the roles and the database may still be missing.'),
});

const GatewayEnvironment = Serving.extend({
  ORIGINS: listOf(origin)
    .prefault('')
    .describe('Origins whose pages may open sockets besides the one the gateway is reached at.'),
  SOCKETS_PER_ADDRESS: count(300).describe(
    'Sockets one IPv4 address, or one IPv6 /64, may have open. Mobile networks put many people behind one.',
  ),
  HANDSHAKES_PER_ADDRESS: count(150).describe('Sockets one address may begin within 10 s.'),
});

const ApiEnvironment = Serving.extend({
  ENGINE_BUS_KEY: engineBusKey,
  MASTER_KEYS: masterKeys,
  PUBLIC_URL: publicUrl,
  MEDIA_FOLDER: folder.describe('Where uploaded pictures are kept.'),
  PDF_FONTS: pdfFonts,
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .describe('Redis, which counts requests for the soft limits; while it is unreachable the limits are weaker.'),
  SOFT_LIMIT_REQUESTS: count(200).describe('Requests one IPv4 address, or one IPv6 /64, may send in 10 s.'),
  SOFT_LIMIT_USER_REQUESTS: count(200).describe('Requests one user may send in 10 s, from whatever addresses.'),
});

const WorkerEnvironment = Process.extend(Pool.shape)
  .extend(Health.shape)
  .extend({
    AUDIT_EVERY_MS: z.coerce
      .number()
      .int()
      .min(100)
      .max(28_000)
      .default(25_000)
      .describe("The auditor's period. With a run of at most 2 s, a breach stops withdrawals within 30 s."),
    TIMER_CONNECTIONS: z.coerce
      .number()
      .int()
      .min(1)
      .max(100)
      .default(4)
      .describe(
        'Connections for the effects of timers, besides the pool: as many kinds of timers run at the same time.',
      ),
    ...Bus.shape,
    NATS_URL: natsUrl.optional().describe('NATS; without it new notices are not pushed to sockets.'),
    PUSH_BUS_KEY: pushBusKey.optional().describe('Signs the pushes; required where NATS_URL is set.'),
    SMTP_URL: z
      .url({ protocol: /^smtps?$/ })
      .optional()
      .describe('The mail server; without it mails wait in their table.'),
    MAIL_FROM: z.string().min(3).optional().describe('The sender of mails.'),
    SMS_URL: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('The SMS gateway, https or loopback; without it text messages wait in their table.'),
    MEDIA_FOLDER: folder
      .optional()
      .describe('Where uploaded pictures are kept; without it deleted pictures stay on the disk.'),
    PDF_FONTS: pdfFonts,
    KYC_PROVIDER_URL: z
      .url({ protocol: /^https?$/ })
      .refine(isEncryptedOrLocal, 'must be https or loopback')
      .optional()
      .describe(
        'Where an identity provider receives cases, https or loopback; without it none is asked. Needs KYC_PROVIDER_KEYS, KYC_PROVIDER_PORT, MASTER_KEYS and MEDIA_FOLDER.',
      ),
    KYC_PROVIDER_KEYS: busKeys
      .optional()
      .describe(
        'Signs cases and verifies verdicts, known to the provider; written like ENGINE_BUS_KEY, and another key.',
      ),
    KYC_PROVIDER_HOST: z
      .string()
      .default('127.0.0.1')
      .describe('The address where the verdicts of the identity provider arrive, behind your proxy.'),
    KYC_PROVIDER_PORT: port
      .optional()
      .describe('The port where they arrive; nothing listens without KYC_PROVIDER_URL.'),
    MASTER_KEYS: masterKeys
      .optional()
      .describe('Opens the pictures that an identity provider is sent; needed with KYC_PROVIDER_URL alone.'),
  })
  .refine(
    ({
      KYC_PROVIDER_URL: url,
      KYC_PROVIDER_KEYS: keys,
      KYC_PROVIDER_PORT: at,
      MASTER_KEYS: master,
      MEDIA_FOLDER: media,
    }) => url === undefined || [keys, at, master, media].every((value) => value !== undefined),
    { path: ['KYC_PROVIDER_URL'], message: 'needs KYC_PROVIDER_KEYS, KYC_PROVIDER_PORT, MASTER_KEYS and MEDIA_FOLDER' },
  );

const RotateEnvironment = Process.pick({ DEPLOYMENT: true, LOG_LEVEL: true }).extend({
  ...Database.shape,
  MASTER_KEYS: masterKeys,
});

const EdgeEnvironment = Listening.extend({
  API_URLS: httpUrls.describe('The api processes, comma-separated.'),
  GATEWAY_URLS: httpUrls.describe('The gateway processes, comma-separated.'),
  PUBLIC_URL: origin
    .optional()
    .describe('Where users open the app; older browsers need it in the content security policy to open sockets.'),
  WEB_FOLDER: folder.describe('The built app.'),
});

const AdminEnvironment = Listening.extend(Pool.shape).extend({
  MASTER_KEYS: masterKeys,
  MEDIA_FOLDER: folder.describe('Where uploaded pictures are kept; reviewers of identity open them.'),
  ADMIN_URL: adminUrl,
  ADMIN_FOLDER: folder
    .default('apps/admin/dist')
    .describe('The built back office; without it only the API of staff is served.'),
});

const TidemarkEnvironment = MigrateEnvironment.extend({ ADMIN_URL: adminUrl });

const LeaseEnvironment = Process.extend(Guarded.shape).extend(Health.shape);

const coinAmount = z.string().regex(/^[A-Z][A-Z0-9]{1,9}:\d{1,20}(?:\.\d{1,18})?$/);

const keyFile = {
  schema: z.string().min(1),
  meaning: 'File with the encrypted key of the address that custody sends from; `npm run custody-key` makes it.',
};
const keyPassword = { schema: z.string().min(12), meaning: 'Opens the key file. Only custody is given it.' };
const sweepFile = {
  schema: z.string().min(1),
  meaning:
    'File with the encrypted extended private key of the deposit addresses; `npm run custody-key -- deposits` makes it.',
};
const gasFile = {
  schema: z.string().min(1),
  meaning:
    'File with the encrypted key of the account that pays the gas of sweeps; `npm run custody-key -- gas` makes it.',
};

const CustodyEnvironment = LeaseEnvironment.extend({
  ETHEREUM_NODES: listOf(z.url({ protocol: /^https?$/ }))
    .prefault('')
    .describe(
      'JSON-RPC addresses of Ethereum nodes, comma-separated; only what all of them say counts, so name two of different operators. Without one no deposits on Ethereum.',
    ),
  ETHEREUM_NETWORK_ID: z.coerce
    .number()
    .int()
    .positive()
    .default(1)
    .describe('The chain id that the nodes must have: 1 is the main network.'),
  ETHEREUM_XPUB: z
    .string()
    .regex(/^xpub[1-9A-HJ-NP-Za-km-z]{107}$/)
    .optional()
    .describe(
      "Extended public key of the account of deposit addresses, m/44'/60'/0'; it derives addresses and no private key. Never replaced by another.",
    ),
  ETHEREUM_TOKENS: listOf(z.string().regex(/^[A-Z][A-Z0-9]{1,9}:0x[0-9a-fA-F]{40}:\d{1,2}$/))
    .prefault('')
    .describe(
      'Tokens that can be deposited, as coin:contract:places, comma-separated. Transfers of any other contract are ignored, whatever its name.',
    ),
  ETHEREUM_EXPLORER_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Address of a page about a transaction, before its hash: users are shown a link.'),
  ETHEREUM_COLD_ADDRESSES: listOf(z.string().regex(/^0x[0-9a-fA-F]{40}$/))
    .prefault('')
    .describe(
      'Further addresses that hold coins of the exchange, comma-separated; they count when the chain is compared with the books.',
    ),
  ETHEREUM_KEY_FILE: keyFile.schema.optional().describe(`${keyFile.meaning} Without it nothing is sent.`),
  ETHEREUM_KEY_PASSWORD: keyPassword.schema.optional().describe(keyPassword.meaning),
  ETHEREUM_SWEEP_FILE: sweepFile.schema
    .optional()
    .describe(`${sweepFile.meaning} Without it nothing is swept. All of ETHEREUM_SWEEP_… and ETHEREUM_GAS_… or none.`),
  ETHEREUM_SWEEP_PASSWORD: keyPassword.schema.optional().describe('Opens the file of deposit keys.'),
  ETHEREUM_GAS_FILE: gasFile.schema.optional().describe(gasFile.meaning),
  ETHEREUM_GAS_PASSWORD: keyPassword.schema.optional().describe('Opens the file of the gas account.'),
  ETHEREUM_SWEEP_GAS_PRICE_MAX: z.coerce
    .number()
    .positive()
    .max(10_000)
    .optional()
    .describe('The most that a sweep pays for a unit of gas, in gwei. Above it sweeps wait.'),
  ETHEREUM_SWEEP_MINIMUM: listOf(coinAmount)
    .prefault('')
    .describe(
      'The least that is worth a sweep, as coin:amount, comma-separated. A coin that is not named is not swept.',
    ),
  WITHDRAWAL_APPROVERS: listOf(z.string().regex(/^[\w-]{1,1364}:[\w-]{40,400}$/))
    .prefault('')
    .describe(
      'Passkeys that approve withdrawals and payouts to banks, as credential id:public key in base64url, comma-separated. Two of them sign what is reviewed; what the database says about passkeys counts for nothing here.',
    ),
  WITHDRAWAL_HOURLY_MAX: listOf(coinAmount)
    .prefault('')
    .describe(
      'The most that leaves within an hour, as coin:amount, comma-separated. A coin that is not named is never sent.',
    ),
  WITHDRAWAL_UNAPPROVED_MAX: listOf(coinAmount)
    .prefault('')
    .describe(
      'The largest withdrawal that custody signs without two approvals, as coin:amount, comma-separated; by default none, whatever the settings say.',
    ),
  ADMIN_URL: adminUrl,
  CUSTODY_POLL_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(60_000)
    .default(2_000)
    .describe('How often the nodes are asked for new blocks.'),
});

/** The ceremony of a key: no database, no network. It needs the file and the password of the key it makes. */
const KeyEnvironment = z.object({
  ETHEREUM_KEY_FILE: keyFile.schema.optional().describe(keyFile.meaning),
  ETHEREUM_KEY_PASSWORD: keyPassword.schema.optional().describe(keyPassword.meaning),
  ETHEREUM_SWEEP_FILE: sweepFile.schema.optional().describe(sweepFile.meaning),
  ETHEREUM_SWEEP_PASSWORD: keyPassword.schema.optional().describe('Opens the file of deposit keys.'),
  ETHEREUM_GAS_FILE: gasFile.schema.optional().describe(gasFile.meaning),
  ETHEREUM_GAS_PASSWORD: keyPassword.schema.optional().describe('Opens the file of the gas account.'),
});

const EngineEnvironment = LeaseEnvironment.extend(Bus.shape).extend({
  ENGINE_BUS_KEY: engineBusKey,
  PUSH_BUS_KEY: pushBusKey,
});

const FeedEnvironment = LeaseEnvironment.extend(Bus.shape)
  .extend({
    MASTER_KEYS: masterKeys,
    FEED_SOURCES: z
      .enum(['simulator', 'venues', 'local'])
      .default('simulator')
      .describe(
        'simulator needs no network, and its prices are marked as simulated; venues asks real exchanges; local asks our own server with scripted prices, in development only.',
      ),
    LOCAL_VENUE_URL: z
      .url({ protocol: /^http$/, hostname: /^(127\.0\.0\.1|localhost)$/ })
      .optional()
      .describe('Address of that server (npm run venue), on loopback. Set if and only if FEED_SOURCES=local.'),
    FEED_SEED: feedSeed,
    FEED_TICK_EVERY_MS: z.coerce
      .number()
      .int()
      .min(100)
      .max(60_000)
      .optional()
      .describe(
        'Milliseconds between ticks, instead of the setting market.tick_every_ms. The house offers nothing while no block has arrived for two seconds.',
      ),
    FEED_HEAD_EVERY_MS: z.coerce
      .number()
      .int()
      .min(1_000)
      .max(60_000)
      .optional()
      .describe('Milliseconds between published heads, instead of a minute; in development only.'),
  })
  .refine(({ FEED_SOURCES, LOCAL_VENUE_URL }) => (FEED_SOURCES === 'local') === (LOCAL_VENUE_URL !== undefined), {
    path: ['LOCAL_VENUE_URL'],
    message: 'belongs to FEED_SOURCES=local, which needs it',
  });

/** Variables of `npm start` besides those its processes read themselves. */
const StartEnvironment = Process.extend({
  HTTP_PORT: port.describe('Where the edge listens; the eleven ports after it are taken too, on loopback.'),
  TRUSTED_PROXIES: z.string().default('').describe('Our own proxies in front of the edge, as addresses or CIDRs.'),
  WEB_FOLDER: folder.default('apps/web/dist').describe('The built app.'),
  DATABASE_URL_APP: databaseUrl.describe('The database with the role app, for api.'),
  DATABASE_URL_GATEWAY: databaseUrl.describe('The database with the role gateway.'),
  DATABASE_URL_ADMIN: databaseUrl.describe('The database with the role admin.'),
  DATABASE_URL_WORKER: databaseUrl.describe('The database with the role worker.'),
  DATABASE_URL_ENGINE: databaseUrl.describe('The database with the role engine.'),
  DATABASE_URL_FEED: databaseUrl.describe('The database with the role feed.'),
  DATABASE_URL_CUSTODY: databaseUrl.describe('The database with the role custody.'),
  NATS_URL_API: natsUrl.describe('NATS with the user api.'),
  NATS_URL_GATEWAY: natsUrl.describe('NATS with the user gateway.'),
  NATS_URL_ENGINE: natsUrl.describe('NATS with the user engine.'),
  NATS_URL_FEED: natsUrl.describe('NATS with the user feed.'),
  NATS_URL_WORKER: natsUrl.describe('NATS with the user worker.'),
});

const reader =
  <Schema extends z.ZodObject>(schema: Schema) =>
  (environment: NodeJS.ProcessEnv = process.env): z.output<Schema> =>
    parseEnvironment(schema, environment);

/**
 * Variables of each program, by the name of its file in `bin`. The table in docs/OPERATING.md derives from it
 * (`npm run config-table`).
 */
export const ENVIRONMENTS = {
  migrate: MigrateEnvironment,
  edge: EdgeEnvironment,
  api: ApiEnvironment,
  gateway: GatewayEnvironment,
  engine: EngineEnvironment,
  feed: FeedEnvironment,
  worker: WorkerEnvironment,
  custody: CustodyEnvironment,
  'custody-key': KeyEnvironment,
  admin: AdminEnvironment,
  tidemark: TidemarkEnvironment,
  start: StartEnvironment,
  'rotate-keys': RotateEnvironment,
  'rotate-price-key': RotateEnvironment,
} as const satisfies Record<string, z.ZodObject>;

export const readMigrateConfig = reader(ENVIRONMENTS.migrate);
export const readGatewayConfig = reader(ENVIRONMENTS.gateway);
export const readApiConfig = reader(ENVIRONMENTS.api);
export const readWorkerConfig = reader(ENVIRONMENTS.worker);
export const readRotateConfig = reader(ENVIRONMENTS['rotate-keys']);
export const readEdgeConfig = reader(ENVIRONMENTS.edge);
export const readTidemarkConfig = reader(ENVIRONMENTS.tidemark);
export const readAdminConfig = reader(ENVIRONMENTS.admin);
export const readCustodyConfig = reader(ENVIRONMENTS.custody);
export const readKeyConfig = reader(ENVIRONMENTS['custody-key']);
export const readEngineConfig = reader(ENVIRONMENTS.engine);
export const readFeedConfig = reader(ENVIRONMENTS.feed);
export const readStartConfig = reader(ENVIRONMENTS.start);

/**
 * Removes the variables of other programs from an environment, so that a process holds no secret it does not need.
 * Variables that belong to no program, such as PATH, stay.
 */
export function environmentFor<Value>(
  program: keyof typeof ENVIRONMENTS,
  environment: Readonly<Record<string, Value>>,
): Record<string, Value> {
  const own: ReadonlySet<string> = new Set(Object.keys(ENVIRONMENTS[program].shape));
  const known = new Set(Object.values(ENVIRONMENTS).flatMap(({ shape }) => Object.keys(shape)));
  return Object.fromEntries(Object.entries(environment).filter(([name]) => own.has(name) || !known.has(name)));
}

/** Returns the whole environment, for a supervisor that passes each process its own part. */
export const wholeEnvironment = (): NodeJS.ProcessEnv => process.env;

function parseEnvironment<Schema extends z.ZodObject>(
  schema: Schema,
  environment: NodeJS.ProcessEnv,
): z.output<Schema> {
  const parsed = schema.safeParse(environment);
  const about = (name: string) => `${name} (${schema.shape[name]?.description ?? 'no variable of this process'})`;
  // Logs names and rules only: a malformed secret must not reach a log.
  const wrong = parsed.success
    ? findUnsafeValues(parsed.data).map(({ name, reason }) => `${about(name)} ${reason}`)
    : parsed.error.issues.map(({ path, message }) => `${about(String(path[0]))}: ${message}`);
  if (parsed.success && wrong.length === 0) return parsed.data;
  throw new Error(`configuration: ${wrong.join('; ')}`);
}
