import { z } from 'zod';

/** The only file that reads the environment. A missing or malformed value stops the start-up. */
const Environment = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(1).max(500).default(10),
  HEALTH_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** The auditor's period. With a run of at most 2 s, a breach stops withdrawals within 30 s. */
  AUDIT_EVERY_MS: z.coerce.number().int().min(100).max(28_000).default(25_000),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  SHUTDOWN_GRACE_MS: z.coerce.number().int().positive().default(10_000),
});

const MigrateEnvironment = Environment.pick({ DATABASE_URL: true, LOG_LEVEL: true }).extend({
  /** An administrator of the cluster; set where the roles and the database may still be missing. */
  POSTGRES_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
});

export const readMigrateConfig = (environment: NodeJS.ProcessEnv = process.env) =>
  parseEnvironment(MigrateEnvironment, environment);

const port = z.coerce.number().int().min(0).max(65_535);
const httpUrls = z
  .string()
  .transform((text) => text.split(',').map((url) => url.trim()))
  .pipe(z.array(z.url({ protocol: /^http$/ })).min(1));

/** A list of exact origins; `*` is none. */
const origins = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
  .pipe(z.array(z.url({ protocol: /^https?$/ }).refine((url) => new URL(url).origin === url, 'must be an origin')));

/** What every process that listens has. */
const Listening = Environment.pick({ LOG_LEVEL: true, SHUTDOWN_GRACE_MS: true }).extend({
  HTTP_PORT: port,
  /** Loopback unless another machine must reach it. */
  HTTP_HOST: z.string().default('127.0.0.1'),
});

/**
 * The simulator's: the same seed makes the same prices, past and to come, in every process that is told it. It is a
 * secret like any other, and has no default: who guesses it knows the prices to come.
 */
const feedSeed = z.string().min(16).max(100);

const GatewayEnvironment = Listening.extend(
  Environment.pick({ DATABASE_URL: true, DATABASE_CONNECTIONS: true }).shape,
).extend({
  NATS_URL: z.url({ protocol: /^nats$/ }),
  /** Origins that may call from a browser besides our own. */
  ORIGINS: origins,
  /** As the feed's: the past of simulated markets is computed, and joins the feed's prices. */
  FEED_SEED: feedSeed,
});

export const readGatewayConfig = (environment: NodeJS.ProcessEnv = process.env) =>
  parseEnvironment(GatewayEnvironment, environment);

/** `newest:64 hex digits,older:…`; what an older one sealed can still be opened. */
const masterKeys = z
  .string()
  .regex(/^[a-z0-9]{1,16}:[0-9a-f]{64}(,[a-z0-9]{1,16}:[0-9a-f]{64})*$/)
  .transform((text) =>
    text.split(',').map((part) => {
      const [id = '', hex = ''] = part.split(':');
      return { id, key: Buffer.from(hex, 'hex') };
    }),
  );

const ApiEnvironment = GatewayEnvironment.extend({
  /** Seals what must be read again and may not be read by whoever copies the database. */
  MASTER_KEYS: masterKeys,
  /** Where users open the app: links in mails lead there, and passkeys belong to it. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).refine((url) => new URL(url).origin === url, 'must be an origin'),
  /** Where uploaded pictures are kept. */
  MEDIA_FOLDER: z.string().min(1),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }),
  /** Whether a proxy of ours stands in front and its X-Forwarded-For may be believed. */
  BEHIND_PROXY: z.stringbool().default(false),
  /** Requests one address may send in 10 s before it is slowed down. */
  SOFT_LIMIT_REQUESTS: z.coerce.number().int().positive().default(200),
});

export const readApiConfig = (environment: NodeJS.ProcessEnv = process.env) =>
  parseEnvironment(ApiEnvironment, environment);

const WorkerEnvironment = Environment.extend({
  /** Where sockets are told of new notices; without it they see them when they next look. */
  NATS_URL: z.url({ protocol: /^nats$/ }).optional(),
  /** Where mails go; without it they wait in their table. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).optional(),
  /** Where messages to phones are handed over; without it they wait in their table. */
  SMS_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Where uploaded pictures are kept; without it nothing of theirs is swept. */
  MEDIA_FOLDER: z.string().min(1).optional(),
});

export const readWorkerConfig = (environment: NodeJS.ProcessEnv = process.env) =>
  parseEnvironment(WorkerEnvironment, environment);

const RotateEnvironment = Environment.pick({ DATABASE_URL: true, LOG_LEVEL: true }).extend({ MASTER_KEYS: masterKeys });

export const readRotateConfig = (environment: NodeJS.ProcessEnv = process.env) =>
  parseEnvironment(RotateEnvironment, environment);

const EdgeEnvironment = Listening.extend({
  API_URLS: httpUrls,
  GATEWAY_URLS: httpUrls,
  /** The built app; `ADMIN_FOLDER` where the staff's is served from the same place. */
  WEB_FOLDER: z.string().min(1),
  ADMIN_FOLDER: z.string().min(1).optional(),
});

export const readEdgeConfig = (environment: NodeJS.ProcessEnv = process.env) =>
  parseEnvironment(EdgeEnvironment, environment);

const AdminEnvironment = Listening.extend(Environment.pick({ DATABASE_URL: true, DATABASE_CONNECTIONS: true }).shape);

export const readAdminConfig = (environment: NodeJS.ProcessEnv = process.env) =>
  parseEnvironment(AdminEnvironment, environment);

const LeaseEnvironment = Environment.pick({
  DATABASE_URL: true,
  HEALTH_PORT: true,
  LOG_LEVEL: true,
  SHUTDOWN_GRACE_MS: true,
});

export const readLeaseConfig = (environment: NodeJS.ProcessEnv = process.env) =>
  parseEnvironment(LeaseEnvironment, environment);

const EngineEnvironment = LeaseEnvironment.extend({ NATS_URL: z.url({ protocol: /^nats$/ }) });

export const readEngineConfig = (environment: NodeJS.ProcessEnv = process.env) =>
  parseEnvironment(EngineEnvironment, environment);

const FeedEnvironment = LeaseEnvironment.extend({
  NATS_URL: z.url({ protocol: /^nats$/ }),
  /** Opens the key that signs blocks. */
  MASTER_KEYS: masterKeys,
  /** `simulator` needs no network and says so wherever its prices are shown; `venues` asks the real ones. */
  FEED_SOURCES: z.enum(['simulator', 'venues']).default('simulator'),
  FEED_SEED: feedSeed,
  /** Where this deployment wants fewer ticks than the setting says. */
  FEED_TICK_EVERY_MS: z.coerce.number().int().min(100).max(60_000).optional(),
});

export const readFeedConfig = (environment: NodeJS.ProcessEnv = process.env) =>
  parseEnvironment(FeedEnvironment, environment);

function parseEnvironment<Schema extends z.ZodType>(schema: Schema, environment: NodeJS.ProcessEnv): z.output<Schema> {
  const parsed = schema.safeParse(environment);
  if (parsed.success) return parsed.data;
  // Names and rules only: a malformed secret must not reach a log.
  const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`configuration: ${wrong.join('; ')}`);
}
