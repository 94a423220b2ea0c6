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

export type Config = Readonly<z.output<typeof Environment>>;

export const readConfig = (environment: NodeJS.ProcessEnv = process.env): Config =>
  parseEnvironment(Environment, environment);

const MigrateEnvironment = Environment.pick({ DATABASE_URL: true, LOG_LEVEL: true }).extend({
  /** An administrator of the cluster; set where the roles and the database may still be missing. */
  POSTGRES_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
});

export const readMigrateConfig = (environment: NodeJS.ProcessEnv = process.env) =>
  parseEnvironment(MigrateEnvironment, environment);

function parseEnvironment<Schema extends z.ZodType>(schema: Schema, environment: NodeJS.ProcessEnv): z.output<Schema> {
  const parsed = schema.safeParse(environment);
  if (parsed.success) return parsed.data;
  // Names and rules only: a malformed secret must not reach a log.
  const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`configuration: ${wrong.join('; ')}`);
}
