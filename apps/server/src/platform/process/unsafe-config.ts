import type { KeyObject } from 'node:crypto';

/** Value a production process must not start with, and why. */
export type Unsafe = { readonly name: string; readonly reason: string };

type Values = Readonly<Record<string, unknown>>;

/** Minimum of different bytes: a random key of 32 bytes has about 30; a hand-written one has few. */
const DIFFERENT_BYTES_MIN = 12;
const KNOWN_PASSWORDS: ReadonlySet<string> = new Set([
  'postgres',
  'password',
  'secret',
  'changeme',
  'tidemark',
  'admin',
]);

/** Returns every unsafe value of a production or demonstration deployment; development allows anything. */
export function findUnsafeValues(config: Values): readonly Unsafe[] {
  if (config.DEPLOYMENT === 'development') return [];
  return [
    ...checkMasterKeys(config.MASTER_KEYS),
    ...checkBusKeys('ENGINE_BUS_KEY', config.ENGINE_BUS_KEY),
    ...checkBusKeys('PUSH_BUS_KEY', config.PUSH_BUS_KEY),
    ...checkBusKeys('KYC_PROVIDER_KEYS', config.KYC_PROVIDER_KEYS),
    ...checkSameKeys(config.ENGINE_BUS_KEY, config.PUSH_BUS_KEY),
    ...checkBus(config),
    ...checkPublicUrl(config.PUBLIC_URL),
    ...checkDatabase('DATABASE_URL', config.DATABASE_URL),
    ...checkDatabase('POSTGRES_URL', config.POSTGRES_URL),
    ...checkSources(config),
    ...checkHeads(config.FEED_HEAD_EVERY_MS),
  ];
}

const isWeak = (key: Buffer): boolean => new Set(key).size < DIFFERENT_BYTES_MIN;
const WEAK = 'holds a key that is not random; make one with openssl rand -hex 32';

function checkMasterKeys(keys: unknown): readonly Unsafe[] {
  const hasWeak = Array.isArray(keys) && keys.some(({ key }) => isWeak(key as Buffer));
  return hasWeak ? [{ name: 'MASTER_KEYS', reason: WEAK }] : [];
}

function checkBusKeys(name: string, keys: unknown): readonly Unsafe[] {
  return Array.isArray(keys) && keys.some((key: KeyObject) => isWeak(key.export())) ? [{ name, reason: WEAK }] : [];
}

/** A gateway holds the push key: with the same one it could send commands. */
function checkSameKeys(engineKeys: unknown, pushKeys: unknown): readonly Unsafe[] {
  if (!Array.isArray(engineKeys) || !Array.isArray(pushKeys)) return [];
  const isShared = engineKeys.some((key: KeyObject) => pushKeys.some((other: KeyObject) => key.equals(other)));
  return isShared
    ? [{ name: 'PUSH_BUS_KEY', reason: 'has a key of ENGINE_BUS_KEY, which the gateway must not have' }]
    : [];
}

/** Checks that the process identifies itself to NATS, whose permissions depend on it. */
function checkBus({ NATS_URL: url, NATS_NKEY_FILE: nkeyFile }: Values): readonly Unsafe[] {
  if (typeof url !== 'string' || nkeyFile !== undefined) return [];
  const isKnown = url.split(',').every((server) => !isSecret(new URL(server.trim())));
  return isKnown ? [{ name: 'NATS_URL', reason: NO_SECRET }] : [];
}

function checkPublicUrl(url: unknown): readonly Unsafe[] {
  const isPlain = typeof url === 'string' && !url.startsWith('https:');
  return isPlain
    ? [{ name: 'PUBLIC_URL', reason: 'must be https: sessions and passkeys would cross the network in the open' }]
    : [];
}

/** Checks a database URL. A local socket proves the operating system's user and needs no password. */
function checkDatabase(name: string, text: unknown): readonly Unsafe[] {
  if (typeof text !== 'string') return [];
  const url = new URL(text);
  if (url.searchParams.get('host')?.startsWith('/') || isSecret(url)) return [];
  return [{ name, reason: NO_SECRET }];
}

const NO_SECRET = 'has no password, or one that everybody knows';

function isSecret({ username, password }: URL): boolean {
  const secret = decodeURIComponent(password);
  return secret !== '' && secret !== decodeURIComponent(username) && !KNOWN_PASSWORDS.has(secret);
}

/** Checks that prices are a market's; only a demonstration may have simulated ones, and never scripted ones. */
function checkSources({ DEPLOYMENT: deployment, FEED_SOURCES: sources }: Values): readonly Unsafe[] {
  const name = 'FEED_SOURCES';
  if (sources === 'local')
    return [{ name, reason: 'is a local venue with scripted prices; only DEPLOYMENT=development allows it' }];
  if (sources !== 'simulator' || deployment !== 'production') return [];
  const reason = 'is the simulator: real money is never traded at made-up prices; DEPLOYMENT=demonstration allows it';
  return [{ name, reason }];
}

/** Checks that heads are published once a minute: whoever keeps them, keeps every one. */
const checkHeads = (everyMs: unknown): readonly Unsafe[] =>
  everyMs === undefined
    ? []
    : [
        {
          name: 'FEED_HEAD_EVERY_MS',
          reason: 'makes more heads than one a minute; only DEPLOYMENT=development allows it',
        },
      ];
